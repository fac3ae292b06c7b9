import { createHash } from 'node:crypto';
import { addDays, runDays } from '@milepost/contract/route-days';
import { AHEAD_DAYS } from '@milepost/contract/route-kinds';
import type { Driving } from '@milepost/contract/route-schedule';
import { type PlanObstacles, readPlanObstacles } from '../availability/plan-obstacles.ts';
import type { Queryable } from '../database.ts';
import { readDriving } from '../distribution/learned-driving.ts';
import { onlyRow } from '../rows.ts';
import { readPlans, type WholePlan } from './route-plans.ts';
import { type Clock, readClock, type RunOrder, skipOf, type TimedRun, timeRun } from './run-times.ts';
import { BY_PLAN, lockRuns, type RunChange, writeRunChanges, writeRunStops } from './write-run.ts';

interface StoredRun {
  id: number;
  routeId: number;
  day: string;
  touched: boolean;
  ahead: boolean;
  vehicleId: number | null;
  driverId: number | null;
  startsS: number;
  endsS: number;
  madeOf: string | null;
}

export interface MadeRuns {
  made: number;
  recreated: number;
  removed: number;
}

/**
 * Creates the runs of an organisation from today on, for `AHEAD_DAYS` days. Runs that have begun, and those that people
 * have changed, stay as they are; those that no plan requires any more are deleted. A run is created without a vehicle
 * that is out of service then, and without a driver who must not drive.
 * @param db a transaction
 * @param routeId only for this route
 * @param since also creates past runs, from this day on: for a demo
 */
export async function makeRuns(
  db: Queryable,
  organisationId: number,
  routeId?: number,
  since?: string,
): Promise<MadeRuns> {
  await lockRuns(db, organisationId);
  const { zone, today, nowS: now } = await readNow(db, organisationId);
  const nowS = since === undefined ? now : -Infinity;
  const until = addDays(today, AHEAD_DAYS);
  const drivingFrom = await readDriving(db, organisationId);
  const plans = await readPlans(
    db,
    `r.organisation_id = $1 AND ($2::int IS NULL OR r.id = $2) AND r.deleted_at IS NULL AND r.archived_at IS NULL
     AND p.valid_from <= $4 AND (p.valid_to IS NULL OR p.valid_to >= $3)`,
    [organisationId, routeId ?? null, since ?? today, until],
  );
  const obstaclesOf = await readPlanObstacles(db, plans);
  const stored = await readStored(db, organisationId, routeId, since ?? today);
  const wanted = plans
    .filter(({ stops }) => stops.length > 0)
    .map((plan) => ({
      plan,
      digest: digestOf(plan, zone, drivingFrom(plan.startMin)),
      orders: ordersOf(plan, since ?? today, until),
    }));
  const keys = new Set(wanted.flatMap(({ orders }) => orders.map((order) => keyOf(order.plan.routeId, order.day))));
  const gone = [...stored.values()].filter(
    (run) => run.ahead && !run.touched && !keys.has(keyOf(run.routeId, run.day)),
  );
  await db.query('DELETE FROM route_runs WHERE id = ANY($1)', [gone.map(({ id }) => id)]);
  const counts = { made: 0, recreated: 0, removed: gone.length };
  for (const { plan, digest, orders } of wanted) {
    const open = orders.filter(({ day }) => {
      const run = stored.get(keyOf(plan.routeId, day));
      if (!run) return true;
      if (run.touched || !run.ahead) return false;
      if (run.madeOf !== digest) return true;
      const { vehicle, driver } = usable(plan, obstaclesOf(plan, run));
      return run.vehicleId !== vehicle || run.driverId !== driver;
    });
    if (open.length === 0) continue;
    const clock = await readClock(db, zone, open);
    for (const order of open) {
      const run = stored.get(keyOf(plan.routeId, order.day));
      const driving = drivingFrom(plan.startMin);
      const done = await writeOne(db, { organisationId, order, digest, run, clock, nowS, driving, obstaclesOf });
      if (done) counts[done] += 1;
    }
  }
  return counts;
}

const keyOf = (routeId: number, day: string) => `${routeId} ${day}`;

async function readNow(db: Queryable, organisationId: number) {
  const found = await db.query<{ zone: string; today: string; nowS: number }>(
    `SELECT time_zone AS zone, (now() AT TIME ZONE time_zone)::date::text AS today,
       extract(epoch FROM now())::float8 AS "nowS" FROM organisations WHERE id = $1`,
    [organisationId],
  );
  return onlyRow(found);
}

async function readStored(db: Queryable, organisationId: number, routeId: number | undefined, today: string) {
  const { rows } = await db.query<StoredRun>(
    // A driver's entry counts as the start of the run.
    `SELECT id, route_id AS "routeId", day::text, touched_at IS NOT NULL AS touched, vehicle_id AS "vehicleId",
       driver_id AS "driverId", extract(epoch FROM starts_at)::float8 AS "startsS", extract(epoch FROM ends_at)::float8 AS "endsS",
       starts_at > now() AND NOT EXISTS (SELECT FROM run_words w WHERE w.run_id = route_runs.id) AS ahead, made_of AS "madeOf"
     FROM route_runs WHERE organisation_id = $1 AND ($2::int IS NULL OR route_id = $2) AND day >= $3 FOR UPDATE`,
    [organisationId, routeId ?? null, today],
  );
  return new Map(rows.map((run) => [keyOf(run.routeId, run.day), run]));
}

/** A hash of everything that determines a run, which is recreated when it changes. */
function digestOf({ routeName: _name, ...plan }: WholePlan, zone: string, driving: Driving): string {
  return createHash('sha256')
    .update(JSON.stringify([plan, zone, driving]))
    .digest('base64url')
    .slice(0, 22);
}

type PlannedRun = RunOrder & { plan: WholePlan };

const ordersOf = (plan: WholePlan, today: string, until: string): PlannedRun[] =>
  runDays(plan, today, until).map((day) => ({ plan, ...orderOf(plan, day) }));

/** The run of a plan on a day. */
export const orderOf = (
  plan: Pick<WholePlan, 'startMin' | 'beginDepot' | 'endDepot' | 'stops'>,
  day: string,
): RunOrder => ({
  day,
  startMin: plan.startMin,
  begin: plan.beginDepot?.place ?? null,
  end: plan.endDepot?.place ?? null,
  stops: plan.stops.map((stop) => ({ ...stop, skipReason: skipOf(stop) })),
});

interface Writing {
  organisationId: number;
  order: PlannedRun;
  digest: string;
  run: StoredRun | undefined;
  clock: Clock;
  nowS: number;
  driving: Driving;
  obstaclesOf: Awaited<ReturnType<typeof readPlanObstacles>>;
}

/** The vehicle and the driver of a plan, except those with an obstacle. */
const usable = (plan: WholePlan, obstacles: PlanObstacles) => ({
  vehicle: obstacles.vehicle ? null : (plan.vehicle?.id ?? null),
  driver: obstacles.driver ? null : (plan.driver?.id ?? null),
});

async function writeOne(
  db: Queryable,
  { organisationId, order, digest, run, clock, nowS, driving, obstaclesOf }: Writing,
): Promise<'made' | 'recreated' | null> {
  const timed = timeRun(order, clock, driving);
  if (!run && timed.startsS <= nowS) return null;
  const { plan, day } = order;
  const obstacles = obstaclesOf(plan, timed);
  const free = usable(plan, obstacles);
  const busy = free.vehicle === null ? null : await findBusy(db, free.vehicle, timed, run?.id ?? null);
  const vehicleId = busy ? null : free.vehicle;
  if (run?.madeOf === digest && run.vehicleId === vehicleId && run.driverId === free.driver) return null;
  const values = [
    organisationId,
    plan.routeId,
    day,
    plan.id,
    vehicleId,
    free.driver,
    plan.beginDepot?.id ?? null,
    plan.endDepot?.id ?? null,
    timed.startsS,
    timed.endsS,
    timed.drivingM,
    timed.drivingS,
    plan.shortestDwellS,
    digest,
  ];
  const written = await db.query<{ id: number }>(
    `INSERT INTO route_runs (organisation_id, route_id, day, plan_id, vehicle_id, driver_id, begin_depot_id, end_depot_id,
       starts_at, ends_at, driving_m, driving_s, shortest_dwell_s, made_of)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9), to_timestamp($10), $11, $12, $13, $14)
     ON CONFLICT (route_id, day) DO UPDATE SET plan_id = excluded.plan_id, vehicle_id = excluded.vehicle_id,
       driver_id = excluded.driver_id, begin_depot_id = excluded.begin_depot_id, end_depot_id = excluded.end_depot_id,
       starts_at = excluded.starts_at, ends_at = excluded.ends_at, driving_m = excluded.driving_m,
       driving_s = excluded.driving_s, shortest_dwell_s = excluded.shortest_dwell_s, made_of = excluded.made_of,
       version = route_runs.version + 1, updated_at = now()
     RETURNING id`,
    values,
  );
  const { id } = onlyRow(written);
  await writeRunStops(db, id, timed);
  if (!run) await writeRunChanges(db, id, BY_PLAN, null, [{ what: 'made', from: null, to: null }]);
  const changes = [...unavailable(plan, obstacles), ...(busy ? [busyChange(plan, busy)] : [])];
  if (changes.length > 0) await writeRunChanges(db, id, BY_PLAN, null, changes);
  return run ? 'recreated' : 'made';
}

/** The entries of a run's history about a missing vehicle or driver. */
export const unavailable = (plan: Pick<WholePlan, 'vehicle' | 'driver'>, obstacles: PlanObstacles): RunChange[] => [
  ...(obstacles.vehicle
    ? [{ what: 'vehicle-unavailable' as const, from: plan.vehicle?.name ?? null, to: obstacles.vehicle.kind }]
    : []),
  ...(obstacles.driver
    ? [{ what: 'driver-unavailable' as const, from: plan.driver?.name ?? null, to: obstacles.driver.kind }]
    : []),
];

export const busyChange = (plan: Pick<WholePlan, 'vehicle'>, busy: { route: string }): RunChange => ({
  what: 'vehicle-busy',
  from: plan.vehicle?.name ?? null,
  to: busy.route,
});

/** Another run of a vehicle in that time; null if there is none. */
export async function findBusy(
  db: Queryable,
  vehicleId: number,
  { startsS, endsS }: Pick<TimedRun, 'startsS' | 'endsS'>,
  except: number | null,
): Promise<{ route: string; from: Date; to: Date } | null> {
  const { rows } = await db.query<{ route: string; from: Date; to: Date }>(
    `SELECT r.name AS route, lower(w.held) AS from, upper(w.held) AS to
     FROM run_vehicles w JOIN route_runs u ON u.id = w.run_id JOIN routes r ON r.id = u.route_id
     WHERE w.vehicle_id = $1 AND u.id IS DISTINCT FROM $4::int
       AND w.held && tstzrange(to_timestamp($2), to_timestamp($3))
     ORDER BY lower(w.held) LIMIT 1`,
    [vehicleId, startsS, endsS, except],
  );
  return rows[0] ?? null;
}
