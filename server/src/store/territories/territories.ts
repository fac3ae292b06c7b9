import type { Place } from '@milepost/contract/fence-shape-types';
import type { Territory } from '@milepost/contract/territory-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Ref } from '../fleet/groups.ts';
import { drawnRecords } from '../outlines/drawn-records.ts';
import { jsonText } from '../outlines/json-text.ts';
import { storeTerritoryOutlines, outlineOfAreas } from '../outlines/store-outlines.ts';
import { firstRows, MAX_ROWS, type Page } from '../page.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andSeenOutlet, andSeenTerritory } from '../common-records.ts';

/** SQL: true when the handover of `t` is due, by the day in its organisation. */
const HANDED = `coalesce(t.next_from <= (now() AT TIME ZONE o.time_zone)::date, false)`;
const person = (user: string) =>
  `CASE WHEN ${user}.id IS NOT NULL THEN json_build_object('id', ${user}.id, 'name', ${user}.display_name) END`;
const COLUMNS = `t.id, t.organisation_id AS "organisationId", t.name, t.colour,
  CASE WHEN ${HANDED} THEN ${person('n')} ELSE ${person('m')} END AS manager,
  CASE WHEN t.next_from IS NOT NULL AND NOT ${HANDED}
    THEN json_build_object('manager', ${person('n')}, 'from', t.next_from::text) END AS next,
  t.valid_from::text AS "validFrom", t.version, coalesce(b.outlets, 0)::int AS outlets,
  coalesce(b.visits, 0)::float8 AS "visitsPerWeek", coalesce(b.minutes, 0)::float8 / 60 AS "serviceHours",
  coalesce(w.metres, 0)::float8 AS "plannedM"`;

/**
 * SQL: the territory of an outlet `u` among those that are not deleted: the chosen one, otherwise the one that contains
 * it.
 */
export const TERRITORY_JOINS = `LEFT JOIN territories h ON h.id = u.hand_territory_id AND h.deleted_at IS NULL
  LEFT JOIN territories a ON a.id = u.area_territory_id AND a.deleted_at IS NULL`;
export const TERRITORY_ID = 'coalesce(h.id, a.id)';

const balanceSql = (
  scope: Scope,
) => `SELECT ${TERRITORY_ID} AS territory_id, count(*) AS outlets, sum(u.visits_per_week) AS visits,
    sum(u.visits_per_week * u.service_min) AS minutes
  FROM outlets u ${TERRITORY_JOINS}
  WHERE u.organisation_id = ANY($1) AND u.deleted_at IS NULL AND u.state = 'active'${andSeenOutlet(scope, 'u')} GROUP BY 1`;
/** The distances to stops, each in the territory of its outlet when the run was created. */
const weekSql = (
  scope: Scope,
) => `SELECT s.territory_id, sum(s.leg_m) AS metres FROM route_runs r JOIN organisations z ON z.id = r.organisation_id
    JOIN route_run_stops s ON s.run_id = r.id
  WHERE r.organisation_id = ANY($1) AND r.state = 'planned' AND r.day >= (now() AT TIME ZONE z.time_zone)::date
    AND r.day < (now() AT TIME ZONE z.time_zone)::date + 7 AND s.skip_reason IS NULL${andSeen(scope, 'r.vehicle_id')} GROUP BY 1`;
const tablesFor = (scope: Scope) => `territories t JOIN organisations o ON o.id = t.organisation_id
  LEFT JOIN users m ON m.id = t.manager_id LEFT JOIN users n ON n.id = t.next_manager_id
  LEFT JOIN (${balanceSql(scope)}) b ON b.territory_id = t.id LEFT JOIN (${weekSql(scope)}) w ON w.territory_id = t.id`;

/** The areas are simplified for maps; null beyond the limits of a map. */
interface ListRecord extends Omit<Territory, 'areas'> {
  outline: string | null;
  /** Set if the outline is not computed yet. */
  areas: Place[][] | null;
}

/**
 * All territories by name, and the number of active outlets that are in none, or have no coordinates. Their areas are
 * for maps, not for editing: they are simplified, and omitted for records that `drawnRecords` omits.
 */
export async function listTerritories(
  db: Queryable,
  scope: Scope,
): Promise<Page<Territory> & { outside: number; unplaced: number }> {
  const values = [scope.organisationIds];
  await storeTerritoryOutlines(db, scope);
  const { chosen } = await drawnRecords(db, scope, {
    from: 'territories r JOIN territory_outlines o ON o.territory_id = r.id',
    where: `r.organisation_id = ANY($1) AND r.deleted_at IS NULL${andSeenTerritory(scope, 'r')}`,
    most: MAX_ROWS,
  });
  const [page, counted] = await Promise.all([
    firstRows<ListRecord>(
      db,
      `SELECT ${COLUMNS}, r.outline, CASE WHEN r.id IS NOT NULL AND r.outline IS NULL THEN t.areas END AS areas
       FROM ${tablesFor(scope)} LEFT JOIN LATERAL (
         SELECT r.id, o.outline FROM territories r JOIN territory_outlines o ON o.territory_id = r.id
         WHERE r.id = t.id${chosen}) r ON true
       WHERE t.organisation_id = ANY($1) AND t.deleted_at IS NULL${andSeenTerritory(scope, 't')} ORDER BY lower(t.name), t.id`,
      values,
    ),
    db.query<{ outside: number; unplaced: number }>(
      `SELECT count(*)::int AS outside, count(*) FILTER (WHERE u.lat IS NULL)::int AS unplaced
       FROM outlets u ${TERRITORY_JOINS} WHERE u.organisation_id = ANY($1) AND u.deleted_at IS NULL${andSeenOutlet(scope, 'u')}
         AND u.state = 'active' AND ${TERRITORY_ID} IS NULL`,
      values,
    ),
  ]);
  const rows = page.rows.map<Territory>(({ outline, areas, ...row }) => ({
    ...row,
    areas: jsonText<Place[][]>(outline ?? outlineOfAreas({ areas: areas ?? [] }).outline),
  }));
  return { rows, total: page.total, ...onlyRow(counted) };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getTerritory(db: Queryable, scope: Scope, id: number): Promise<Territory> {
  const { rows } = await db.query<Territory>(
    `SELECT ${COLUMNS}, t.areas FROM ${tablesFor(scope)} WHERE t.id = $2 AND t.organisation_id = ANY($1) AND t.deleted_at IS NULL${andSeenTerritory(scope, 't')}`,
    [scope.organisationIds, id],
  );
  if (!rows[0]) throw noTerritory();
  return rows[0];
}

/**
 * Locks the row of a territory until the transaction ends, and returns its organisation.
 * @throws AppError `not-found` outside the scope
 */
export async function lockTerritory(db: Queryable, scope: Scope, id: number, deleted = false): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `SELECT organisation_id FROM territories
     WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3 FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noTerritory();
  return rows[0].organisation_id;
}

/** The people of the territory's organisation, or of the caller's for a new one. */
export async function readTerritoryChoices(db: Queryable, scope: Scope, id: number | undefined) {
  const organisationId = id === undefined ? scope.organisationId : (await getTerritory(db, scope, id)).organisationId;
  const { rows, total } = await firstRows<Ref>(
    db,
    `SELECT id, display_name AS name FROM users WHERE organisation_id = $1 AND disabled_at IS NULL
     ORDER BY lower(display_name), id`,
    [organisationId],
  );
  return { people: rows, peopleTotal: total };
}

const noTerritory = () => new AppError('not-found', 'no-territory');
