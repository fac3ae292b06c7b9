import { fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import { MAX_WEEKS } from '@milepost/contract/route-kinds';
import { addDays, isoWeekday, runDays, sharedDay } from '@milepost/contract/route-days';
import { USUAL_DRIVING } from '@milepost/contract/route-schedule';
import type { Operations } from '@milepost/contract/operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { checkUse, readOverride, type StoredOverride } from '../availability/check-use.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { checkParts, readStops } from './check-run-parts.ts';
import { makeRuns, orderOf } from './make-runs.ts';
import { lockPlan, readPlans, type WholePlan } from './route-plans.ts';
import { timeSql } from './route-rows.ts';
import { lockRoute, todayAt } from './routes.ts';
import { readClock, timeRun } from './run-times.ts';
import { lockRuns } from './write-run.ts';

type PlanInput = ParsedInput<Operations['save-route-plan']>;
export type PlanFields = Omit<PlanInput, 'id' | 'routeId' | 'version' | 'overrideReason'> & {
  override: StoredOverride | null;
};

const DAY_S = 86_400;
/** The most days between two runs of a plan. */
const MAX_DAYS_BETWEEN = 7 * MAX_WEEKS;

/**
 * Adds a plan to a route, or changes one of the scope; its route cannot change. Its future runs are recreated.
 * @throws AppError `not-found`; `conflict` if another plan of the route or of the vehicle runs then, or somebody else
 * saved it meanwhile, or as `checkUse`; `invalid` for records of other organisations, or if it takes longer than a day
 * @returns its id
 */
export function saveRoutePlan(database: Database, scope: Scope, actor: Actor, input: PlanInput): Promise<number> {
  return inTransaction(database, async (db) => {
    const { id } = input;
    const at = id === undefined ? null : await lockPlan(db, scope, id);
    const routeId = at?.routeId ?? input.routeId;
    const organisationId = await lockRoute(db, scope, routeId);
    await lockRuns(db, organisationId);
    if (id !== undefined) await checkVersion(db, 'route-plan', id, input.version);
    await checkParts(db, scope, organisationId, input);
    await readStops(db, scope, organisationId, input.stops, await outletsOf(db, id));
    const override = await checkPlanUse(db, actor, organisationId, input);
    const fields = { ...input, override };
    const saved = await audited(db, actor, saving('route-plan', id), async () => {
      const planId = id ?? (await insertPlan(db, routeId, fields));
      if (id !== undefined) await updatePlan(db, id, fields);
      return planId;
    });
    if (id === undefined) await checkQuota(db, 'route-plan', routeId);
    await checkMeetings(db, organisationId, saved);
    await makeRuns(db, organisationId, routeId);
    return saved;
  });
}

/** Checks vehicle and driver for the first day of a run; `makeRuns` checks later days. */
async function checkPlanUse(
  db: Queryable,
  actor: Actor,
  organisationId: number,
  input: PlanInput,
): Promise<StoredOverride | null> {
  const today = await todayAt(db, organisationId);
  const first = input.validFrom > today ? input.validFrom : today;
  const [day] = runDays(input, first, addDays(first, MAX_DAYS_BETWEEN));
  if (day === undefined) return null;
  const { from, to } = onlyRow(
    await db.query<{ from: Date; to: Date }>(
      `SELECT $2::timestamp AT TIME ZONE o.time_zone AS from, ($2::date + 1)::timestamp AT TIME ZONE o.time_zone AS to
       FROM organisations o WHERE o.id = $1`,
      [organisationId, day],
    ),
  );
  const { vehicleId, driverId, overrideReason: reason } = input;
  const use = { vehicleId, driverId, fromMs: from.getTime(), toMs: to.getTime() };
  return checkUse(db, actor, use, { reason, formers: [await readOverride(db, 'route_plans', input.id)] });
}

async function outletsOf(db: Queryable, planId: number | undefined): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>('SELECT outlet_id AS id FROM route_plan_stops WHERE plan_id = $1', [
    planId ?? null,
  ]);
  return new Set(rows.map(({ id }) => id));
}

const COLUMNS = `valid_from, valid_to, weekdays, every_weeks, start_time, begin_depot_id, end_depot_id, vehicle_id, driver_id,
  shortest_dwell_s, override`;
const fieldValues = (fields: PlanFields): unknown[] => [
  fields.validFrom,
  fields.validTo,
  [...new Set(fields.weekdays)].toSorted((a, b) => a - b),
  fields.everyWeeks,
  fields.startMin,
  fields.beginDepotId,
  fields.endDepotId,
  fields.vehicleId,
  fields.driverId,
  fields.shortestDwellS,
  fields.override,
];

/** Adds a plan in the caller's transaction; `makeRuns` creates its runs. @returns its id */
export async function insertPlan(db: Queryable, routeId: number, fields: PlanFields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO route_plans (route_id, ${COLUMNS})
     VALUES ($1, $2, $3, $4, $5, ${timeSql('$6::int')}, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [routeId, ...fieldValues(fields)],
  );
  const { id } = onlyRow(made);
  await writePlanStops(db, id, fields.stops);
  return id;
}

async function updatePlan(db: Queryable, id: number, fields: PlanFields): Promise<void> {
  await db.query(
    `UPDATE route_plans SET (${COLUMNS}) = ROW($2, $3, $4, $5, ${timeSql('$6::int')}, $7, $8, $9, $10, $11, $12::jsonb),
       version = version + 1, updated_at = now() WHERE id = $1`,
    [id, ...fieldValues(fields)],
  );
  await writePlanStops(db, id, fields.stops);
}

async function writePlanStops(db: Queryable, planId: number, stops: PlanFields['stops']): Promise<void> {
  await db.query('DELETE FROM route_plan_stops WHERE plan_id = $1', [planId]);
  await db.query(
    `INSERT INTO route_plan_stops (plan_id, position, outlet_id, service_s, window_from, window_to)
     SELECT $1, s.position, s.outlet, s.service, ${timeSql('s.own_from')}, ${timeSql('s.own_to')}
     FROM jsonb_to_recordset($2) AS s(position int, outlet int, service int, own_from int, own_to int)`,
    [
      planId,
      JSON.stringify(
        stops.map(({ outletId, serviceS, window }, position) => ({
          position,
          outlet: outletId,
          service: serviceS,
          own_from: window?.fromMin ?? null,
          own_to: window?.toMin ?? null,
        })),
      ),
    ],
  );
}

/** Hides a plan with its unchanged future runs, or restores a hidden one. @throws AppError as `saveRoutePlan` */
export function setRoutePlanDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { organisationId, routeId } = await lockPlan(db, scope, id, !deleted);
    await lockRuns(db, organisationId);
    await setDeleted(db, actor, 'route-plan', id, deleted);
    if (!deleted) await checkMeetings(db, organisationId, id);
    await makeRuns(db, organisationId, routeId);
  });
}

/**
 * Checks a plan after it was written: no other plan of its route may run on its days, and none of its vehicle at its
 * time.
 */
async function checkMeetings(db: Queryable, organisationId: number, id: number): Promise<void> {
  const [plan] = await readPlans(db, 'p.id = $1', [id]);
  if (!plan) return;
  const takesS = durationOf(plan);
  if (takesS > DAY_S) throw fieldError('invalid', { stops: fault('run-too-long', { takes: Math.round(takesS) }) });
  const others = await readPlans(
    db,
    `p.id <> $1 AND r.organisation_id = $2 AND r.deleted_at IS NULL AND r.archived_at IS NULL
     AND (p.route_id = $3 OR p.vehicle_id = $4) AND (p.valid_to IS NULL OR p.valid_to >= $5)`,
    [id, organisationId, plan.routeId, plan.vehicle?.id ?? null, plan.validFrom],
  );
  for (const other of others) {
    const day = other.routeId === plan.routeId ? sharedDay(plan, other) : null;
    if (day !== null) {
      const { from } = await spanOf(db, organisationId, other, day);
      throw fieldError('conflict', { validFrom: fault('plans-meet', { at: from }) });
    }
    const met = other.vehicle && other.vehicle.id === plan.vehicle?.id ? meetingOf(plan, takesS, other) : null;
    if (met !== null && other.vehicle) {
      const { from, to } = await spanOf(db, organisationId, other, met);
      const busy = { vehicle: other.vehicle.name, route: other.routeName, during: [from, to] as const };
      throw fieldError('conflict', { vehicleId: fault('vehicle-busy', busy) });
    }
  }
}

/** Ignores clock changes, since this compares the weekly pattern, not single days. */
const plainClock = (day: string, minute: number) => isoWeekday(day) * DAY_S + minute * 60;

/** The longest duration of a run of a plan in seconds: opening hours differ by weekday. */
function durationOf(plan: WholePlan): number {
  const week = runDays({ ...plan, validFrom: '2024-01-01', validTo: null, everyWeeks: 1 }, '2024-01-01', '2024-01-07');
  const takes = week.map((day) => {
    const { startsS, endsS } = timeRun(orderOf(plan, day), plainClock, USUAL_DRIVING);
    return endsS - startsS;
  });
  return Math.max(60, ...takes);
}

/** The day of another plan's run that overlaps one of this plan's; null if none does. */
function meetingOf(plan: WholePlan, takesS: number, other: WholePlan): string | null {
  const begin = plan.startMin * 60;
  const otherTakesS = durationOf(other);
  for (const later of [0, -1, 1]) {
    const otherBegin = other.startMin * 60 + later * DAY_S;
    if (begin + takesS <= otherBegin || otherBegin + otherTakesS <= begin) continue;
    const day = sharedDay(plan, other, later);
    if (day !== null) return addDays(day, later);
  }
  return null;
}

/** The time range of a plan's run on a day, ISO 8601. */
async function spanOf(db: Queryable, organisationId: number, plan: WholePlan, day: string) {
  const { rows } = await db.query<{ zone: string }>('SELECT time_zone AS zone FROM organisations WHERE id = $1', [
    organisationId,
  ]);
  const order = orderOf(plan, day);
  const { startsS, endsS } = timeRun(order, await readClock(db, rows[0]?.zone ?? 'UTC', [order]), USUAL_DRIVING);
  return { from: momentOf(startsS), to: momentOf(endsS) };
}

const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString();
