import type { Route, RouteRow } from '@milepost/contract/route-plan-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { andSeenRoute, minutesSql, refSql } from './route-rows.ts';

const COLUMNS = `r.id, r.organisation_id AS "organisationId", r.name, r.colour, r.note,
  r.archived_at IS NOT NULL AS archived, r.version`;
const SORTS = { name: 'lower(r.name)' };

/** The present day in the organisation `o`. */
const TODAY = '(now() AT TIME ZONE o.time_zone)::date';

/** The present plan of `r`, otherwise the next one, otherwise the last. */
const planSql = (
  scope: Scope,
) => `(SELECT json_build_object('validFrom', p.valid_from::text, 'validTo', p.valid_to::text,
    'weekdays', p.weekdays, 'everyWeeks', p.every_weeks, 'startMin', ${minutesSql('p.start_time')},
    'stops', (SELECT count(*)::int FROM route_plan_stops s WHERE s.plan_id = p.id),
    'vehicle', ${refSql('v', 'registration')}, 'driver', ${refSql('dr')})
  FROM route_plans p LEFT JOIN vehicles v ON v.id = p.vehicle_id AND v.deleted_at IS NULL
    LEFT JOIN drivers dr ON dr.id = p.driver_id AND dr.deleted_at IS NULL
  WHERE p.route_id = r.id AND p.deleted_at IS NULL${andSeen(scope, 'p.vehicle_id')}
  ORDER BY coalesce(p.valid_to < ${TODAY}, false), CASE WHEN p.valid_to < ${TODAY} THEN -(p.valid_to - date '1970-01-01')
    ELSE p.valid_from - date '1970-01-01' END, p.id LIMIT 1)`;

const nextRunSql = (scope: Scope) => `(SELECT min(u.day)::text FROM route_runs u
  WHERE u.route_id = r.id AND u.state = 'planned' AND u.ends_at > now()${andSeen(scope, 'u.vehicle_id')})`;

/** A page of routes by name. */
export async function listRoutes(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { archived: boolean },
): Promise<Page<RouteRow>> {
  const values: unknown[] = [scope.organisationIds, request.archived];
  const where = `r.organisation_id = ANY($1) AND r.deleted_at IS NULL AND (r.archived_at IS NOT NULL) = $2
    ${andSeenRoute(scope, 'r')}${andFound(request.search, 'r.words', values)}`;
  const [page, count] = await Promise.all([
    db.query<RouteRow>(
      `SELECT ${COLUMNS}, ${planSql(scope)} AS plan, ${nextRunSql(scope)} AS "nextRun"
       FROM routes r JOIN organisations o ON o.id = r.organisation_id WHERE ${where} ${pageSql(request, SORTS, 'r.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM routes r WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: onlyRow(count).total };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getRoute(db: Queryable, scope: Scope, id: number): Promise<Route> {
  const { rows } = await db.query<Route>(
    `SELECT ${COLUMNS} FROM routes r
     WHERE r.id = $1 AND r.organisation_id = ANY($2) AND r.deleted_at IS NULL${andSeenRoute(scope, 'r')}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noRoute();
  return rows[0];
}

/**
 * Locks the row of a route until the transaction ends, and returns its organisation.
 * @throws AppError `not-found` outside the scope
 */
export async function lockRoute(db: Queryable, scope: Scope, id: number, deleted = false): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `SELECT r.organisation_id FROM routes r WHERE r.id = $1 AND r.organisation_id = ANY($2)
       AND (r.deleted_at IS NOT NULL) = $3${andSeenRoute(scope, 'r')} FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noRoute();
  return rows[0].organisation_id;
}

/** The present day in an organisation, ISO 8601. */
export async function todayAt(db: Queryable, organisationId: number): Promise<string> {
  const found = await db.query<{ today: string }>(
    `SELECT ${TODAY}::text AS today FROM organisations o WHERE o.id = $1`,
    [organisationId],
  );
  return onlyRow(found).today;
}

const noRoute = () => new AppError('not-found', 'no-route');
