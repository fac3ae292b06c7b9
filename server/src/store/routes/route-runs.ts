import { minutesSql, depotSql, refSql, ROUTE_OUTLET } from './route-rows.ts';
import { readDriving } from '../distribution/learned-driving.ts';
import { HIDDEN_VEHICLE } from '@milepost/contract/route-kinds';
import {
  MAX_RUN_VEHICLES,
  type RouteRun,
  type RunChange,
  type RunStop,
  type RunVehicle,
  type WholeRun,
} from '@milepost/contract/route-run-operations';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { firstRows, type Page } from '../page.ts';
import { andSeen, type Scope, seesVehicle } from '../scope.ts';
import { hoursReader } from './route-plans.ts';

/** SQL: the obstacle to a planned run's vehicle or driver from now on, during the run. */
const obstacleOfRun = (table: string, id: string) => `(SELECT x.kind FROM ${table}_obstacles x
  WHERE x.${table}_id = u.${id} AND u.state = 'planned' AND u.ends_at > now()
    AND x.from_time < u.ends_at AND x.to_time > greatest(u.starts_at, now()) ORDER BY x.from_time, x.cause LIMIT 1)`;
const VEHICLE_OBSTACLE_OF_RUN = obstacleOfRun('vehicle', 'vehicle_id');
const DRIVER_OBSTACLE_OF_RUN = obstacleOfRun('driver', 'driver_id');

const COLUMNS = `u.id, u.organisation_id AS "organisationId",
  json_build_object('id', r.id, 'name', r.name, 'colour', r.colour) AS route, u.day::text, u.starts_at AS "startsAt",
  u.ends_at AS "endsAt", ${refSql('v', 'registration')} AS vehicle, ${refSql('d')} AS driver, u.state,
  u.touched_at IS NOT NULL AS touched, ${VEHICLE_OBSTACLE_OF_RUN} AS "vehicleObstacle",
  ${DRIVER_OBSTACLE_OF_RUN} AS "driverObstacle"`;
const TABLES = `route_runs u JOIN routes r ON r.id = u.route_id LEFT JOIN vehicles v ON v.id = u.vehicle_id
  LEFT JOIN drivers d ON d.id = u.driver_id`;
const seen = (scope: Scope) => andSeen(scope, 'u.vehicle_id');

type Dates = { startsAt: Date; endsAt: Date };
const datesOf = ({ startsAt, endsAt }: Dates) => ({ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() });

/** The runs of these days by start, of vehicles within the limit of the scope. */
export async function listRuns(
  db: Queryable,
  scope: Scope,
  filter: { from: string; to: string; routeId?: number | undefined; vehicleId?: number | undefined },
): Promise<Page<RouteRun>> {
  const { rows, total } = await firstRows<Omit<RouteRun, keyof Dates> & Dates>(
    db,
    `SELECT ${COLUMNS}, s.stops, s.skipped FROM ${TABLES}
       CROSS JOIN LATERAL (SELECT count(*)::int AS stops, count(skip_reason)::int AS skipped
         FROM route_run_stops WHERE run_id = u.id) s
     WHERE u.organisation_id = ANY($1) AND u.day BETWEEN $2 AND $3${seen(scope)}
       AND ($4::int IS NULL OR u.route_id = $4) AND ($5::int IS NULL OR u.vehicle_id = $5)
     ORDER BY u.starts_at, lower(r.name), u.id`,
    [scope.organisationIds, filter.from, filter.to, filter.routeId ?? null, filter.vehicleId ?? null],
  );
  return { rows: rows.map((row) => ({ ...row, ...datesOf(row) })), total };
}

type Change = RunChange['changes'][number];
type RunRow = Omit<WholeRun, keyof Dates | 'vehicles' | 'stops' | 'history' | 'driving'> & Dates;

/** @throws AppError `not-found` outside the scope */
export async function getRun(db: Queryable, scope: Scope, id: number): Promise<WholeRun> {
  const { rows } = await db.query<RunRow>(
    `SELECT ${COLUMNS}, u.version, u.plan_id AS "planId", u.driving_m AS "drivingM", u.driving_s AS "drivingS",
       coalesce(u.override, p.override) - 'causes' AS override, u.load, (SELECT json_build_object('crates', c.load_crates, 'kg', c.load_kg, 'm3', c.load_m3)
         FROM run_vehicles w JOIN vehicles c ON c.id = w.vehicle_id WHERE w.run_id = u.id ORDER BY w.from_time LIMIT 1) AS capacity,
       ${minutesSql('(u.starts_at AT TIME ZONE o.time_zone)::time')} AS "startMin", ${depotSql('b')} AS "beginDepot",
       ${depotSql('e')} AS "endDepot"
     FROM ${TABLES} JOIN organisations o ON o.id = u.organisation_id
       -- The override of the plan, for a run with the plan's vehicle and driver.
       LEFT JOIN route_plans p ON p.id = u.plan_id AND p.vehicle_id IS NOT DISTINCT FROM u.vehicle_id
         AND p.driver_id IS NOT DISTINCT FROM u.driver_id
       LEFT JOIN depots b ON b.id = u.begin_depot_id
       LEFT JOIN depots e ON e.id = u.end_depot_id
     WHERE u.id = $1 AND u.organisation_id = ANY($2)${seen(scope)}`,
    [id, scope.organisationIds],
  );
  const [run] = rows;
  if (!run) throw noRun();
  const [vehicles, stops] = [await readVehicles(db, scope, id), await readRunStops(db, id)];
  const history = await readHistory(db, scope, run);
  const drivingFrom = await readDriving(db, run.organisationId);
  return { ...run, ...datesOf(run), vehicles, stops, history, driving: drivingFrom(run.startMin) };
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

async function readVehicles(db: Queryable, scope: Scope, runId: number): Promise<RunVehicle[]> {
  const { rows } = await db.query<{ id: number; name: string } & Record<'from' | 'until', Date | null>>(
    `SELECT v.id, v.registration AS name, nullif(w.from_time, '-infinity') AS "from", nullif(w.until_time, 'infinity') AS until
     FROM run_vehicles w JOIN vehicles v ON v.id = w.vehicle_id WHERE w.run_id = $1
     ORDER BY w.from_time DESC LIMIT ${MAX_RUN_VEHICLES}`,
    [runId],
  );
  return rows.toReversed().map(({ from, until, ...vehicle }) => ({
    ...(seesVehicle(scope, vehicle.id) ? vehicle : { id: null, name: null }),
    from: iso(from),
    until: iso(until),
  }));
}

type StopRow = Omit<RouteOutlet, 'hours'> & {
  hours: string | null;
  stopId: number;
  ownServiceS: number | null;
  fromMin: number | null;
  toMin: number | null;
  plannedArrival: Date | null;
  plannedDeparture: Date | null;
  windowFrom: Date | null;
  windowTo: Date | null;
  skipReason: string | null;
};

async function readRunStops(db: Queryable, runId: number): Promise<RunStop[]> {
  const { rows } = await db.query<StopRow>(
    `SELECT ${ROUTE_OUTLET}, s.id AS "stopId", s.own_service_s AS "ownServiceS", ${minutesSql('s.own_from')} AS "fromMin",
       ${minutesSql('s.own_to')} AS "toMin", s.planned_arrival AS "plannedArrival",
       s.planned_departure AS "plannedDeparture", s.window_from AS "windowFrom", s.window_to AS "windowTo",
       s.skip_reason AS "skipReason"
     FROM route_run_stops s JOIN outlets u ON u.id = s.outlet_id WHERE s.run_id = $1 ORDER BY s.position`,
    [runId],
  );
  const hours = hoursReader();
  return rows.map(
    ({
      stopId,
      ownServiceS,
      fromMin,
      toMin,
      plannedArrival,
      plannedDeparture,
      windowFrom,
      windowTo,
      skipReason,
      ...outlet
    }) => ({
      id: stopId,
      outlet: { ...outlet, hours: hours(outlet.hours) },
      serviceS: ownServiceS,
      window: fromMin === null || toMin === null ? null : { fromMin, toMin },
      plannedArrival: plannedArrival?.toISOString() ?? null,
      plannedDeparture: plannedDeparture?.toISOString() ?? null,
      windowFrom: windowFrom?.toISOString() ?? null,
      windowTo: windowTo?.toISOString() ?? null,
      skipReason,
    }),
  );
}

/** The most changes of a run that are shown. */
const MAX_SHOWN = 200;

async function readHistory(
  db: Queryable,
  scope: Scope,
  { id, organisationId }: Pick<WholeRun, 'id' | 'organisationId'>,
): Promise<RunChange[]> {
  const { rows } = await db.query<Omit<RunChange, 'at'> & { at: Date }>(
    `SELECT c.changed_at AS at, coalesce(p.display_name, c.user_name) AS by, c.why, c.changes FROM route_run_changes c
     LEFT JOIN users p ON p.id = c.user_id WHERE c.run_id = $1 ORDER BY c.id DESC LIMIT $2`,
    [id, MAX_SHOWN],
  );
  const hides = await vehiclesHidden(db, scope, organisationId, rows);
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), changes: row.changes.map(hides) }));
}

/**
 * The history contains registrations at the time. Limited people only see those that belong to a visible vehicle at
 * present, since any other could be of an invisible one.
 */
async function vehiclesHidden(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  history: readonly Pick<RunChange, 'changes'>[],
): Promise<(change: Change) => Change> {
  if (scope.limit === null) return (change) => change;
  const names = history.flatMap(({ changes }) => changes.flatMap((change) => namesIn(change)));
  const { rows } = await db.query<{ name: string }>(
    `SELECT v.registration AS name FROM vehicles v WHERE v.organisation_id = $1 AND v.registration = ANY($2)${andSeen(scope)}`,
    [organisationId, names],
  );
  const registered = new Set(rows.map(({ name }) => name));
  const shown = (name: string | null) => (name === null || registered.has(name) ? name : HIDDEN_VEHICLE);
  return (change) => {
    if (change.what === 'vehicle') return { ...change, from: shown(change.from), to: shown(change.to) };
    return NAMES_VEHICLE.has(change.what) ? { ...change, from: shown(change.from) } : change;
  };
}

/** The changes with the registration of a vehicle in `from`. */
const NAMES_VEHICLE: ReadonlySet<Change['what']> = new Set(['vehicle-busy', 'vehicle-unavailable'] as const);

const namesIn = ({ what, from, to }: Change): string[] =>
  [what === 'vehicle' || NAMES_VEHICLE.has(what) ? from : null, what === 'vehicle' ? to : null].filter(
    (name) => name !== null,
  );

/**
 * Locks the row of a run until the transaction ends, and returns its organisation and time zone.
 * @throws AppError `not-found` outside the scope
 */
export async function lockRun(db: Queryable, scope: Scope, id: number) {
  const { rows } = await db.query<{ organisationId: number; zone: string }>(
    `SELECT u.organisation_id AS "organisationId", o.time_zone AS zone
     FROM route_runs u JOIN organisations o ON o.id = u.organisation_id
     WHERE u.id = $1 AND u.organisation_id = ANY($2)${seen(scope)} FOR UPDATE OF u`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noRun();
  return rows[0];
}

const noRun = () => new AppError('not-found', 'no-run');
