import type { DriverDuties } from '@milepost/contract/driver-operations';
import { type FieldFaults, fieldError } from '../../errors.ts';
import { type Actor, audited, record } from '../audit/audit.ts';
import { driverFault, readDriverObstacles, standingIn } from '../availability/obstacles.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { makeRuns } from '../routes/make-runs.ts';
import { todayAt } from '../routes/routes.ts';
import { lockRuns, writeRunChanges } from '../routes/write-run.ts';
import { isManageable } from '../people/list-users.ts';
import type { Manager } from '../roles/manager.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { SEES_TASK } from '../tasks/task-rows.ts';
import { isDriverOf, lockDriver } from './drivers.ts';

/** The duties that the caller's role can hand over; the others stay as they are. */
export interface HandOver {
  vehicles: boolean;
  routes: boolean;
  tasks: boolean;
  schedules: boolean;
}

interface Dismissal {
  id: number;
  /** ISO 8601. */
  lastDay: string;
  successorId: number | null;
  /** The person who dismisses: takes over the scheduled reports, and the tasks if the successor has no account. */
  by: Manager;
  may: HandOver;
}

/** $2: the organisations of the scope, since the account may have been moved here from another one. */
const OPEN_TASKS = `SELECT id FROM tasks WHERE assignee_id = $1 AND organisation_id = ANY($2) AND state <> 'done'
  AND deleted_at IS NULL`;
const OF_ACCOUNT = 'user_id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL';
const SCHEDULES = `SELECT id FROM report_schedules WHERE ${OF_ACCOUNT}`;
const USUAL = `SELECT id, vehicle_id AS "vehicleId" FROM driver_assignments
  WHERE driver_id = $1 AND source = 'usual' AND to_time IS NULL`;
const ASSIGNED = `SELECT id, vehicle_id AS "vehicleId", from_time AS from, to_time AS to, note FROM driver_assignments
  WHERE driver_id = $1 AND source = 'assignment' AND coalesce(to_time, 'infinity') > now()`;
/** $2: today in the organisation. */
const PLANS = `SELECT p.id FROM route_plans p JOIN routes r ON r.id = p.route_id AND r.deleted_at IS NULL
  WHERE p.driver_id = $1 AND p.deleted_at IS NULL AND (p.valid_to IS NULL OR p.valid_to >= $2::date)`;
const RUNS = `SELECT id, starts_at AS "startsAt", ends_at AS "endsAt" FROM route_runs
  WHERE driver_id = $1 AND state = 'planned' AND starts_at > now()`;

const idsOf = async (db: Queryable, sql: string, values: readonly unknown[]): Promise<number[]> =>
  (await db.query<{ id: number }>(`${sql} ORDER BY id`, [...values])).rows.map(({ id }) => id);

/** The number of duties of a driver that a dismissal hands over. @throws AppError `not-found` outside the scope */
export function readDuties(database: Database, manager: Manager, id: number): Promise<DriverDuties> {
  const { scope } = manager;
  return inTransaction(database, async (db) => {
    const organisationId = await lockDriver(db, scope, id);
    const { userId, account } = await readAccount(db, scope, id);
    const today = await todayAt(db, organisationId);
    const count = async (sql: string, ...values: unknown[]) => (await idsOf(db, sql, values)).length;
    return {
      vehicles: await count(USUAL, id),
      assignments: await count(ASSIGNED, id),
      plans: await count(PLANS, id, today),
      runs: await count(RUNS, id),
      tasks: userId === null ? 0 : await count(OPEN_TASKS, userId, scope.organisationIds),
      schedules:
        userId !== null && (await isManageable(db, manager, userId))
          ? await count(SCHEDULES, userId, scope.organisationIds)
          : 0,
      account,
    };
  });
}

/** The account of a driver; null if it was moved to an organisation outside the scope. */
async function readAccount(
  db: Queryable,
  { organisationIds }: Scope,
  id: number,
): Promise<{ userId: number | null; account: string | null }> {
  const { rows } = await db.query<{ userId: number; account: string }>(
    `SELECT u.id AS "userId", u.display_name AS account FROM drivers d JOIN users u ON u.id = d.user_id
     WHERE d.id = $1 AND u.disabled_at IS NULL AND u.organisation_id = ANY($2)`,
    [id, organisationIds],
  );
  return rows[0] ?? { userId: null, account: null };
}

/**
 * Ends the employment of a driver in one transaction: sets the last day, ends tags, and hands over the driver's duties
 * to the successor, or to nobody. Runs in progress stay as they are, and past ones remain the driver's.
 * @param alsoIn further changes in the same transaction, such as disabling the account; receives the account's id
 * @throws AppError `invalid` or `conflict` at `lastDay` and `successorId`
 */
export function dismissDriver<Also>(
  database: Database,
  scope: Scope,
  actor: Actor,
  dismissal: Dismissal,
  alsoIn: (db: Queryable, userId: number | null) => Promise<Also>,
): Promise<{ organisationId: number; also: Also }> {
  const { id, successorId, may } = dismissal;
  return inTransaction(database, async (db) => {
    const organisationId = await lockDriver(db, scope, id);
    if (may.routes) await lockRuns(db, organisationId);
    const today = await todayAt(db, organisationId);
    await checkDismissal(db, organisationId, today, dismissal);
    const { userId } = await readAccount(db, scope, id);
    if (may.vehicles) await handOverVehicles(db, actor, id, successorId);
    await audited(db, actor, { subject: 'driver', id, action: 'dismiss' }, async () => {
      await db.query('UPDATE drivers SET left_on = $2, version = version + 1 WHERE id = $1', [id, dismissal.lastDay]);
      await db.query('UPDATE driver_tags SET to_time = now() WHERE driver_id = $1 AND to_time IS NULL', [id]);
      return id;
    });
    if (may.routes) await handOverRuns(db, actor, { id, successorId, organisationId, today });
    if (userId !== null) await handOverOffice(db, actor, userId, dismissal);
    return { organisationId, also: await alsoIn(db, userId) };
  });
}

async function checkDismissal(
  db: Queryable,
  organisationId: number,
  today: string,
  { id, lastDay, successorId }: Dismissal,
): Promise<void> {
  const { hired } = onlyRow(
    await db.query<{ hired: string | null }>('SELECT hired_on::text AS hired FROM drivers WHERE id = $1', [id]),
  );
  const faults: FieldFaults = {
    ...(lastDay > today && { lastDay: 'choose-earlier-day' as const }),
    ...(hired !== null && lastDay < hired && { lastDay: 'not-before-start' as const }),
  };
  if (Object.keys(faults).length > 0) throw fieldError('invalid', faults);
  if (successorId === null) return;
  if (successorId === id || !(await isDriverOf(db, organisationId, successorId))) {
    throw fieldError('invalid', { successorId: 'driver-unavailable' });
  }
  const now = Date.now();
  const obstacles = (await readDriverObstacles(db, [successorId], now)).get(successorId);
  const [first] = standingIn(obstacles, { fromMs: now, toMs: null });
  if (first) throw fieldError('conflict', { successorId: driverFault(first) });
}

async function handOverVehicles(db: Queryable, actor: Actor, id: number, successorId: number | null): Promise<void> {
  const usual = await db.query<{ id: number; vehicleId: number }>(`${USUAL} ORDER BY id`, [id]);
  for (const { id: assignmentId, vehicleId } of usual.rows) {
    await audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'change' }, async () => {
      await db.query(
        'UPDATE driver_assignments SET to_time = greatest(from_time, now()), version = version + 1 WHERE id = $1',
        [assignmentId],
      );
      if (successorId !== null) {
        await db.query('INSERT INTO driver_assignments (vehicle_id, driver_id) VALUES ($1, $2)', [
          vehicleId,
          successorId,
        ]);
      }
      return vehicleId;
    });
  }
  const assigned = await db.query<{ id: number; vehicleId: number; from: Date; to: Date | null; note: string | null }>(
    `${ASSIGNED} ORDER BY id`,
    [id],
  );
  for (const one of assigned.rows) await handOverAssignment(db, actor, one, successorId);
}

/** Hands over the future part of an assignment to the successor, unless the successor drives another vehicle then. */
async function handOverAssignment(
  db: Queryable,
  actor: Actor,
  one: { id: number; vehicleId: number; from: Date; to: Date | null; note: string | null },
  successorId: number | null,
): Promise<void> {
  const subject = 'assignment';
  const hasBegun = one.from.getTime() < Date.now();
  const isFree = successorId !== null && (await isFreeIn(db, successorId, one));
  if (!hasBegun && isFree) {
    await audited(db, actor, { subject, id: one.id, action: 'change' }, async () => {
      await db.query(
        'UPDATE driver_assignments SET driver_id = $2, override = NULL, version = version + 1 WHERE id = $1',
        [one.id, successorId],
      );
      return one.id;
    });
    return;
  }
  await audited(db, actor, { subject, id: one.id, action: hasBegun ? 'change' : 'delete' }, async () => {
    await db.query(
      hasBegun
        ? 'UPDATE driver_assignments SET to_time = now(), version = version + 1 WHERE id = $1'
        : 'DELETE FROM driver_assignments WHERE id = $1',
      [one.id],
    );
    return one.id;
  });
  if (!hasBegun || !isFree) return;
  await audited(db, actor, { subject, id: null, action: 'create' }, async () => {
    const made = await db.query<{ id: number }>(
      `INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time, note, source)
       VALUES ($1, $2, now(), $3, $4, 'assignment') RETURNING id`,
      [one.vehicleId, successorId, one.to, one.note],
    );
    return onlyRow(made).id;
  });
}

async function isFreeIn(
  db: Queryable,
  driverId: number,
  { from, to }: { from: Date; to: Date | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM driver_assignments WHERE driver_id = $1 AND source = 'assignment'
       AND from_time < coalesce($3::timestamptz, 'infinity') AND coalesce(to_time, 'infinity') > greatest($2::timestamptz, now())`,
    [driverId, from, to],
  );
  return rowCount === 0;
}

interface RunsOver {
  id: number;
  successorId: number | null;
  organisationId: number;
  today: string;
}

async function handOverRuns(
  db: Queryable,
  actor: Actor,
  { id, successorId, organisationId, today }: RunsOver,
): Promise<void> {
  for (const planId of await idsOf(db, PLANS, [id, today])) {
    await audited(db, actor, { subject: 'route-plan', id: planId, action: 'change' }, async () => {
      await db.query(
        `UPDATE route_plans SET driver_id = $2, override = NULL, version = version + 1, updated_at = now() WHERE id = $1`,
        [planId, successorId],
      );
      return planId;
    });
  }
  await makeRuns(db, organisationId);
  // Runs that people changed no longer belong to a plan.
  const { rows } = await db.query<{ id: number; startsAt: Date; endsAt: Date }>(`${RUNS} ORDER BY id`, [id]);
  const names = await db.query<{ id: number; name: string }>('SELECT id, name FROM drivers WHERE id = ANY($1)', [
    [id, successorId],
  ]);
  const nameOf = new Map(names.rows.map((row) => [row.id, row.name]));
  const obstacles = successorId === null ? null : await readDriverObstacles(db, [successorId], Date.now());
  for (const run of rows) {
    const span = { fromMs: run.startsAt.getTime(), toMs: run.endsAt.getTime() };
    const mayDrive = standingIn(obstacles?.get(successorId ?? 0), span).length === 0;
    const driverId = mayDrive ? successorId : null;
    await audited(db, actor, { subject: 'route-run', id: run.id, action: 'change' }, async () => {
      await db.query('UPDATE route_runs SET driver_id = $2, version = version + 1, updated_at = now() WHERE id = $1', [
        run.id,
        driverId,
      ]);
      return run.id;
    });
    const change = { what: 'driver' as const, from: nameOf.get(id) ?? null, to: nameOf.get(driverId ?? 0) ?? null };
    await writeRunChanges(db, run.id, actor, null, [change]);
  }
}

/**
 * Open tasks go to the account of the successor if it can see them, otherwise to the person who dismisses, who also
 * gets the scheduled reports.
 */
async function handOverOffice(db: Queryable, actor: Actor, userId: number, dismissal: Dismissal): Promise<void> {
  const { successorId, by, may } = dismissal;
  if (may.tasks) {
    const next = successorId === null ? null : (await readAccount(db, by.scope, successorId)).userId;
    const seesTask = async (taskId: number) =>
      (await db.query(`SELECT FROM tasks t, users u WHERE t.id = $1 AND u.id = $2 AND ${SEES_TASK}`, [taskId, next]))
        .rowCount === 1;
    for (const taskId of await idsOf(db, OPEN_TASKS, [userId, by.scope.organisationIds])) {
      await audited(db, actor, { subject: 'task', id: taskId, action: 'change' }, async () => {
        await db.query('UPDATE tasks SET assignee_id = $2, version = version + 1, updated_at = now() WHERE id = $1', [
          taskId,
          (await seesTask(taskId)) ? next : by.userId,
        ]);
        return taskId;
      });
    }
  }
  if (may.schedules && (await isManageable(db, by, userId))) await takeOverSchedules(db, actor, userId, by);
}

/**
 * The owner's rights determine the content of a schedule, so it cannot be given to a third person. Schedules of a
 * person whom the caller does not manage stay.
 */
async function takeOverSchedules(db: Queryable, actor: Actor, userId: number, by: Manager): Promise<void> {
  const { rows } = await db.query<{ id: number; organisationId: number; report: string }>(
    `UPDATE report_schedules SET user_id = $3, role_id = $4, version = version + 1 WHERE ${OF_ACCOUNT}
     RETURNING id, organisation_id AS "organisationId", kind AS report`,
    [userId, by.scope.organisationIds, by.userId, by.roleId],
  );
  const names = await db.query<{ id: number; name: string }>(
    'SELECT id, display_name AS name FROM users WHERE id = ANY($1)',
    [[userId, by.userId]],
  );
  const nameOf = (id: number) => names.rows.find((user) => user.id === id)?.name ?? null;
  for (const { id, organisationId, report } of rows) {
    await record(db, actor, {
      organisationId,
      subject: 'report-schedule',
      subjectId: id,
      name: report,
      action: 'change',
      before: { owner: nameOf(userId) },
      after: { owner: nameOf(by.userId) },
    });
  }
}
