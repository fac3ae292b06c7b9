import { fault } from '@milepost/contract/fault';
import { addDays, isoWeekday } from '@milepost/contract/route-days';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { vehicleFault } from '../availability/obstacles.ts';
import { readPlanObstacles } from '../availability/plan-obstacles.ts';
import { type Database, inTransaction } from '../database.ts';
import { readDriving } from '../distribution/learned-driving.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { busyChange, findBusy, orderOf, unavailable } from './make-runs.ts';
import { readPlans, type WholePlan } from './route-plans.ts';
import { lockRoute, todayAt } from './routes.ts';
import { readClock, timeRun } from './run-times.ts';
import { lockRuns, writeRunChanges, writeRunStops } from './write-run.ts';

/** How far ahead a person can add a run, days. */
const MAX_AHEAD = 366;

/**
 * Adds a run on a day on which no plan of the route runs, from the plan that is valid then, otherwise from the next or
 * the last one. It belongs to the person: no plan changes it. Returns its id.
 * @throws AppError `not-found` outside the scope; `invalid` if the route runs on that day anyway or has no plan
 */
export function addRun(
  database: Database,
  scope: Scope,
  actor: Actor,
  { routeId, day, why }: { routeId: number; day: string; why: string },
): Promise<number> {
  return inTransaction(database, async (db) => {
    const organisationId = await lockRoute(db, scope, routeId);
    await lockRuns(db, organisationId);
    const today = await todayAt(db, organisationId);
    if (day < today) throw fieldError('invalid', { day: 'run-in-past' });
    if (day > addDays(today, MAX_AHEAD)) throw fieldError('invalid', { day: 'choose-earlier-day' });
    const there = await db.query('SELECT FROM route_runs WHERE route_id = $1 AND day = $2', [routeId, day]);
    if (there.rowCount !== 0) throw fieldError('conflict', { day: 'run-there' });
    const plans = await readPlans(
      db,
      `p.route_id = $1${andSeen(scope, 'p.vehicle_id')}`,
      [routeId],
      'p.valid_from DESC, p.id DESC',
    );
    const plan = planFor(plans, day);
    if (!plan || plan.stops.length === 0) throw fieldError('invalid', { routeId: 'route-without-plan' });
    const { zone } = onlyRow(
      await db.query<{ zone: string }>('SELECT time_zone AS zone FROM organisations WHERE id = $1', [organisationId]),
    );
    const order = orderOf(plan, day);
    const drivingFrom = await readDriving(db, organisationId);
    const timed = timeRun(order, await readClock(db, zone, [order]), drivingFrom(order.startMin));
    const obstacles = (await readPlanObstacles(db, [plan]))(plan, timed);
    const vehicle = obstacles.vehicle ? null : plan.vehicle;
    // Limited people would not see a run without a vehicle.
    if (obstacles.vehicle && scope.limit !== null) {
      throw fieldError('conflict', { day: vehicleFault(obstacles.vehicle) });
    }
    const busy = vehicle && (await findBusy(db, vehicle.id, timed, null));
    if (busy && scope.limit !== null) {
      const during = [busy.from.toISOString(), busy.to.toISOString()] as const;
      throw fieldError('conflict', {
        day: fault('vehicle-busy', { vehicle: vehicle.name, route: busy.route, during }),
      });
    }
    const id = await audited(db, actor, { subject: 'route-run', id: null, action: 'create' }, async () => {
      const written = await db.query<{ id: number }>(
        `INSERT INTO route_runs (organisation_id, route_id, day, plan_id, vehicle_id, driver_id, begin_depot_id,
           end_depot_id, starts_at, ends_at, driving_m, driving_s, shortest_dwell_s, touched_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9), to_timestamp($10), $11, $12, $13, now()) RETURNING id`,
        [
          organisationId,
          routeId,
          day,
          plan.id,
          busy ? null : (vehicle?.id ?? null),
          obstacles.driver ? null : (plan.driver?.id ?? null),
          plan.beginDepot?.id ?? null,
          plan.endDepot?.id ?? null,
          timed.startsS,
          timed.endsS,
          timed.drivingM,
          timed.drivingS,
          plan.shortestDwellS,
        ],
      );
      return onlyRow(written).id;
    });
    await writeRunStops(db, id, timed);
    await writeRunChanges(db, id, actor, why, [
      { what: 'added', from: null, to: null },
      ...unavailable(plan, obstacles),
      ...(busy ? [busyChange(plan, busy)] : []),
    ]);
    return id;
  });
}

/** The plan that is valid on a day, preferring the same weekday; otherwise the next one, otherwise the last. */
function planFor(plans: readonly WholePlan[], day: string): WholePlan | undefined {
  const holds = plans.filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day));
  const weekday = isoWeekday(day);
  return (
    holds.find(({ weekdays }) => weekdays.includes(weekday)) ??
    holds[0] ??
    plans.findLast(({ validFrom }) => validFrom > day) ??
    plans[0]
  );
}
