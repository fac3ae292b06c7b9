import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { insertExpense } from './change-expenses.ts';
import { skipMissed } from './change-recurring-expenses.ts';
import { RECURRING_TABLES, RUNS } from './recurring-expenses.ts';

const SERVER: Actor = { userId: null, username: null, address: null };
const BATCH = 200;

/** SQL: true when the next day of the recurring expense has come in the organisation's time zone. */
const IS_DUE = `r.deleted_at IS NULL AND ${RUNS} AND r.next_day <= (now() AT TIME ZONE o.time_zone)::date`;

interface Due {
  id: number;
  organisationId: number;
  day: string;
  kind: ExpenseKind;
  vehicleId: number | null;
  driverId: number | null;
  vendorId: number | null;
  amount: number;
  tax: number | null;
  currency: string;
  note: string | null;
  createdBy: number | null;
}

interface Run {
  booked: number;
  /**
   * The expenses that could not be booked, with the reason. They do not delay the others, and the next execution
   * retries them.
   */
  failed: { id: number; error: unknown }[];
}

/**
 * Books recurring expenses up to today, including those missed while no server was running. Each period is booked
 * exactly once, however many processes run or die, because the booking and the next day are written in one transaction.
 */
export async function bookRecurringExpenses(database: Database, signal: AbortSignal): Promise<Run> {
  const run: Run = { booked: 0, failed: [] };
  for (;;) {
    const { rows } = await database.query<{ id: number }>(
      `SELECT r.id FROM ${RECURRING_TABLES} JOIN organisations o ON o.id = r.organisation_id
       WHERE ${IS_DUE} AND r.id <> ALL($1) ORDER BY r.next_day, r.id LIMIT ${BATCH}`,
      [run.failed.map(({ id }) => id)],
    );
    let done = 0;
    for (const { id } of rows) {
      if (signal.aborted) return run;
      try {
        if (!(await inTransaction(database, (db) => bookNext(db, id)))) continue;
        run.booked += 1;
      } catch (error) {
        run.failed.push({ id, error });
        await database.query('UPDATE recurring_expenses SET failed_at = now() WHERE id = $1', [id]);
      }
      done += 1;
    }
    // No expense is left to book, or another process is working on the rest.
    if (done === 0) return run;
  }
}

async function bookNext(db: Queryable, id: number): Promise<boolean> {
  const { rows } = await db.query<Due>(
    `SELECT r.id, r.organisation_id AS "organisationId", r.next_day::text AS day, r.kind, r.vehicle_id AS "vehicleId",
            r.driver_id AS "driverId", r.vendor_id AS "vendorId", r.amount, r.tax, r.currency, r.note,
            r.created_by AS "createdBy"
     FROM ${RECURRING_TABLES} JOIN organisations o ON o.id = r.organisation_id
     WHERE r.id = $1 AND ${IS_DUE} FOR UPDATE OF r SKIP LOCKED`,
    [id],
  );
  const [due] = rows;
  if (!due) return false;
  const { day, organisationId, createdBy } = due;
  await audited(db, SERVER, { subject: 'expense', id: null, action: 'create' }, async () => {
    // Waits for approval like any other expense, as if its author had entered it.
    const none = { billNumber: null, odometerM: null, quantity: null, fullTank: false, missedFill: false };
    const expenseId = await insertExpense(db, organisationId, { ...due, ...none, state: 'submitted' }, createdBy);
    await db.query('UPDATE expenses SET recurring_id = $2, recurring_day = $3 WHERE id = $1', [expenseId, id, day]);
    return expenseId;
  });
  await db.query(
    `UPDATE recurring_expenses SET next_day = recurring_day_from(first_day, last_day, every, next_day + 1), failed_at = NULL
     WHERE id = $1`,
    [id],
  );
  return true;
}

/**
 * For a vehicle that is being restored, in the same transaction: books the outstanding periods up to the day of its
 * deletion, and skips those of the time when it was deleted.
 */
export async function bookUntilRemoval(db: Queryable, vehicleId: number, removedAt: string): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM recurring_expenses WHERE vehicle_id = $1 AND deleted_at IS NULL AND NOT paused ORDER BY id FOR UPDATE',
    [vehicleId],
  );
  for (const { id } of rows) {
    while (await cameBefore(db, id, removedAt)) await bookNext(db, id);
    await skipMissed(db, id);
  }
}

async function cameBefore(db: Queryable, id: number, removedAt: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM ${RECURRING_TABLES} JOIN organisations o ON o.id = r.organisation_id
     WHERE r.id = $1 AND ${IS_DUE} AND r.next_day <= ($2::timestamptz AT TIME ZONE o.time_zone)::date`,
    [id, removedAt],
  );
  return rowCount === 1;
}
