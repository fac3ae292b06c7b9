import { readOpeningHours } from '@milepost/contract/opening-hours';
import type { RoutePlan } from '@milepost/contract/route-plan-operations';
import type { RouteOutlet, RouteStop } from '@milepost/contract/route-stop';
import { AppError } from '../../errors.ts';
import type { StoredOverride } from '../availability/check-use.ts';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';
import { depotSql, minutesSql, refSql, ROUTE_OUTLET } from './route-rows.ts';

/** SQL of a plan `p`, with the tables of `PLAN_TABLES`. Deleted records are omitted. */
const COLUMNS = `p.id, p.route_id AS "routeId", p.valid_from::text AS "validFrom", p.valid_to::text AS "validTo", p.weekdays,
  p.every_weeks AS "everyWeeks", ${minutesSql('p.start_time')} AS "startMin", ${depotSql('b')} AS "beginDepot",
  ${depotSql('e')} AS "endDepot", ${refSql('v', 'registration')} AS vehicle, ${refSql('d')} AS driver,
  p.shortest_dwell_s AS "shortestDwellS", p.version, p.override`;
const TABLES = `route_plans p JOIN routes r ON r.id = p.route_id
  LEFT JOIN depots b ON b.id = p.begin_depot_id AND b.deleted_at IS NULL
  LEFT JOIN depots e ON e.id = p.end_depot_id AND e.deleted_at IS NULL
  LEFT JOIN vehicles v ON v.id = p.vehicle_id AND v.deleted_at IS NULL
  LEFT JOIN drivers d ON d.id = p.driver_id AND d.deleted_at IS NULL`;

/** A plan with the name of its route. */
export type WholePlan = Omit<RoutePlan, 'override'> & { routeName: string; override: StoredOverride | null };

/** Plans with their stops. @param where SQL over `p` and `r`, with `values` */
export async function readPlans(
  db: Queryable,
  where: string,
  values: readonly unknown[],
  order = 'p.id',
): Promise<WholePlan[]> {
  const { rows } = await db.query<Omit<WholePlan, 'stops'>>(
    `SELECT ${COLUMNS}, r.name AS "routeName" FROM ${TABLES} WHERE p.deleted_at IS NULL AND ${where} ORDER BY ${order}`,
    [...values],
  );
  const stops = await readPlanStops(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((plan) => ({ ...plan, stops: stops.get(plan.id) ?? [] }));
}

type StopRow = Omit<RouteOutlet, 'hours'> & {
  owner: number;
  hours: string | null;
  ownServiceS: number | null;
  fromMin: number | null;
  toMin: number | null;
};

async function readPlanStops(db: Queryable, planIds: readonly number[]): Promise<Map<number, RouteStop[]>> {
  const { rows } = await db.query<StopRow>(
    `SELECT s.plan_id AS owner, ${ROUTE_OUTLET}, s.service_s AS "ownServiceS", ${minutesSql('s.window_from')} AS "fromMin",
       ${minutesSql('s.window_to')} AS "toMin"
     FROM route_plan_stops s JOIN outlets u ON u.id = s.outlet_id WHERE s.plan_id = ANY($1) ORDER BY s.plan_id, s.position`,
    [planIds],
  );
  const stops = new Map<number, RouteStop[]>();
  const hours = hoursReader();
  for (const { owner, ownServiceS, fromMin, toMin, ...outlet } of rows) {
    const list = stops.get(owner) ?? [];
    stops.set(owner, list);
    list.push({
      outlet: { ...outlet, hours: hours(outlet.hours) },
      serviceS: ownServiceS,
      window: fromMin === null || toMin === null ? null : { fromMin, toMin },
    });
  }
  return stops;
}

/** Parses opening hours with a cache, since many outlets have equal ones. */
export function hoursReader() {
  const known = new Map<string, RouteOutlet['hours']>();
  return (text: string | null): RouteOutlet['hours'] => {
    if (text === null) return null;
    const hours = known.get(text) ?? readOpeningHours(text);
    known.set(text, hours);
    return hours;
  };
}

/** The plans of a route visible within the limit of the scope, newest first. */
export async function readRoutePlans(db: Queryable, scope: Scope, routeId: number): Promise<RoutePlan[]> {
  const plans = await readPlans(
    db,
    `p.route_id = $1 AND r.organisation_id = ANY($2)${andSeen(scope, 'p.vehicle_id')}`,
    [routeId, scope.organisationIds],
    'p.valid_from DESC, p.id DESC',
  );
  return plans.map(withoutRoute);
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getRoutePlan(db: Queryable, scope: Scope, id: number): Promise<RoutePlan> {
  const [plan] = await readPlans(
    db,
    `p.id = $1 AND r.organisation_id = ANY($2) AND r.deleted_at IS NULL${andSeen(scope, 'p.vehicle_id')}`,
    [id, scope.organisationIds],
  );
  if (!plan) throw noPlan();
  return withoutRoute(plan);
}

const withoutRoute = ({ routeName: _name, override, ...plan }: WholePlan): RoutePlan => ({
  ...plan,
  override: override && { reason: override.reason, by: override.by, at: override.at },
});

/**
 * Locks the row of a plan until the transaction ends, and returns its organisation and route.
 * @throws AppError `not-found` outside the scope
 */
export async function lockPlan(
  db: Queryable,
  scope: Scope,
  id: number,
  deleted = false,
): Promise<{ organisationId: number; routeId: number }> {
  const { rows } = await db.query<{ organisationId: number; routeId: number }>(
    `SELECT r.organisation_id AS "organisationId", r.id AS "routeId" FROM route_plans p JOIN routes r ON r.id = p.route_id
     WHERE p.id = $1 AND r.organisation_id = ANY($2) AND r.deleted_at IS NULL AND (p.deleted_at IS NOT NULL) = $3
     FOR UPDATE OF p`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noPlan();
  return rows[0];
}

const noPlan = () => new AppError('not-found', 'no-route-plan');
