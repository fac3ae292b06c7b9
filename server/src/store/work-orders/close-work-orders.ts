import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkOdometer, insertExpense } from '../expenses/change-expenses.ts';
import { addServiceReadings, removeServiceReadings } from '../fleet/service-readings.ts';
import { insertServiceRecord } from '../maintenance/records.ts';
import { refreshDues } from '../maintenance/refresh-dues.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { markOutOfService, readOutOfService } from './mark-out-of-service.ts';
import { putBackInService } from './off-road.ts';
import { lockOrder, type StoredOrder, type WorkTask } from './change-work-orders.ts';

interface Closing {
  id: number;
  version?: number | undefined;
  day: string;
  odometerM: number | null;
  billNumber: string | null;
}

/**
 * Completes a work order in one transaction: its cost is booked as an expense that waits for approval, the plans of its
 * completed tasks count from that day, and the vehicle returns to service.
 * @throws AppError `not-found`, `invalid` at a field, `conflict` if it is completed or somebody else saved it meanwhile
 */
export function closeWorkOrder(database: Database, scope: Scope, actor: Actor, closing: Closing): Promise<void> {
  return inTransaction(database, async (db) => {
    const order = await lockOrder(db, scope, closing.id, false);
    await checkVersion(db, 'work-order', order.id, closing.version);
    if (order.state === 'done') throw new AppError('conflict', 'work-order-done');
    if (order.state === 'cancelled') throw new AppError('conflict', 'work-order-cancelled');
    const { tasks, ...found } = await readOrder(db, order.id, closing.day);
    if (found.future) throw fieldError('invalid', { day: 'day-to-come' });
    // The reading is copied to the expense, and a typing mistake would make later bills invalid.
    await checkOdometer(db, { ...closing, id: undefined, vehicleId: order.vehicleId });
    const planIds = [...new Set(tasks.flatMap(({ planId, done }) => (done && planId !== null ? [planId] : [])))];
    const expenseId =
      found.cost === 0 ? null : await bookExpense(db, actor, order, closing, { ...found, planned: planIds.length > 0 });
    const out = await readOutOfService(db, order.id);
    await audited(db, actor, { subject: 'work-order', id: order.id, action: 'close' }, async () => {
      await db.query(
        `UPDATE work_orders SET state = 'done', done_on = $2, odometer_m = $3, bill_number = $4, expense_id = $5,
           out_to = CASE WHEN out_from < now() THEN least(coalesce(out_to, now()), now()) ELSE out_to END,
           version = version + 1, updated_at = now() WHERE id = $1`,
        [order.id, closing.day, closing.odometerM, closing.billNumber, expenseId],
      );
      return order.id;
    });
    await markOutOfService(db, out, await readOutOfService(db, order.id));
    await putBackInService(db, actor, order.id);
    await addServiceReadings(db, actor, { workOrderId: order.id }, { ...closing, vehicleId: order.vehicleId });
    for (const planId of planIds) await restartService(db, actor, order, planId, closing);
  });
}

interface Found {
  tasks: WorkTask[];
  cost: number;
  number: number;
  title: string;
  vendorId: number | null;
  future: boolean;
}

async function readOrder(db: Queryable, id: number, day: string): Promise<Found> {
  return onlyRow(
    await db.query<Found>(
      `SELECT w.tasks, w.cost, w.number, w.title, w.vendor_id AS "vendorId",
              (now() AT TIME ZONE o.time_zone)::date < $2::date AS future
       FROM work_orders w JOIN organisations o ON o.id = w.organisation_id WHERE w.id = $1`,
      [id, day],
    ),
  );
}

function bookExpense(
  db: Queryable,
  actor: Actor,
  order: StoredOrder,
  { day, odometerM, billNumber }: Closing,
  { cost, number, title, vendorId, planned }: Omit<Found, 'tasks'> & { planned: boolean },
): Promise<number> {
  return audited(db, actor, { subject: 'expense', id: null, action: 'create' }, async () => {
    const id = await insertExpense(
      db,
      order.organisationId,
      {
        kind: planned ? 'service' : 'repair',
        state: 'submitted',
        vehicleId: order.vehicleId,
        driverId: null,
        vendorId,
        amount: cost,
        tax: null,
        currency: order.currency,
        billNumber,
        day,
        odometerM,
        quantity: null,
        fullTank: false,
        missedFill: false,
        note: `WO-${number} · ${title}`,
      },
      actor.userId,
    );
    await db.query('UPDATE expenses SET work_order_id = $2 WHERE id = $1', [id, order.id]);
    return id;
  });
}

/** Only restarts plans that still apply. */
async function restartService(
  db: Queryable,
  actor: Actor,
  { id, organisationId, vehicleId }: StoredOrder,
  planId: number,
  { day, odometerM }: Closing,
): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM service_plans WHERE id = $1 AND deleted_at IS NULL', [planId]);
  if (!rowCount) return;
  const fields = { planId, vehicleId, day, odometerM, engineS: null, note: null, workOrderId: id };
  await audited(db, actor, { subject: 'service-record', id: null, action: 'create' }, () =>
    insertServiceRecord(db, organisationId, fields, actor.userId),
  );
  await refreshDues(db, planId, vehicleId);
}

/**
 * Reopens a completed work order: undoes its expense and the restarted services. The vehicle stays in service.
 * @throws AppError `not-found`, `conflict` if it is not completed, or its expense is approved
 */
export function reopenWorkOrder(database: Database, scope: Scope, actor: Actor, id: number): Promise<void> {
  return inTransaction(database, async (db) => {
    const order = await lockOrder(db, scope, id, false);
    if (order.state !== 'done') throw new AppError('conflict', 'work-order-not-done');
    if (order.expenseId !== null) await takeBackExpense(db, actor, order.expenseId);
    await audited(db, actor, { subject: 'work-order', id, action: 'reopen' }, async () => {
      await db.query(
        `UPDATE work_orders SET state = 'inProgress', done_on = NULL, expense_id = NULL, version = version + 1,
           updated_at = now() WHERE id = $1`,
        [id],
      );
      return id;
    });
    await removeServiceReadings(db, actor, { workOrderId: id });
    const { rows } = await db.query<{ id: number; planId: number; vehicleId: number }>(
      `SELECT id, plan_id AS "planId", vehicle_id AS "vehicleId" FROM service_records
       WHERE work_order_id = $1 AND deleted_at IS NULL ORDER BY plan_id FOR UPDATE`,
      [id],
    );
    for (const record of rows) {
      await audited(db, actor, { subject: 'service-record', id: record.id, action: 'delete' }, async () => {
        await db.query('UPDATE service_records SET deleted_at = now() WHERE id = $1', [record.id]);
        return record.id;
      });
      await refreshDues(db, record.planId, record.vehicleId);
    }
  });
}

/** An expense that somebody deleted meanwhile is skipped. */
async function takeBackExpense(db: Queryable, actor: Actor, id: number): Promise<void> {
  const { rows } = await db.query<{ state: string }>(
    'SELECT state FROM expenses WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
    [id],
  );
  if (!rows[0]) return;
  if (rows[0].state === 'approved') throw new AppError('conflict', 'expense-approved');
  await audited(db, actor, { subject: 'expense', id, action: 'delete' }, async () => {
    await db.query('UPDATE expenses SET deleted_at = now() WHERE id = $1', [id]);
    return id;
  });
}
