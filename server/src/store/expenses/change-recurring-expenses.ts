import type { Recurrence, ExpenseKind } from '@milepost/contract/expense-kinds';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { requireHere } from '../fleet/moved-vehicles.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { currencyFor, organisationFor } from './expense-owner.ts';
import { andSeenExpense } from './expense-rows.ts';
import { noRecurringExpense } from './recurring-expenses.ts';

interface RecurringInput {
  id?: number | undefined;
  kind: ExpenseKind;
  vehicleId: number | null;
  driverId: number | null;
  vendorId: number | null;
  amount: number;
  tax: number | null;
  currency: string | null;
  note: string | null;
  every: Recurrence;
  firstDay: string;
  lastDay: string | null;
  version?: number | undefined;
}

/** The earliest first day: past periods are booked immediately. */
const MAX_DAYS_BACK = 366;
/** SQL of the present day in the organisation's time zone. */
const TODAY = `(SELECT (now() AT TIME ZONE o.time_zone)::date FROM organisations o WHERE o.id = r.organisation_id)`;

/**
 * Adds a recurring expense, or changes one of the scope: the change applies from its next day on, and existing bookings
 * stay.
 * @throws AppError `not-found`, `invalid` at a field, `conflict` if somebody else saved it meanwhile
 * @returns its id
 */
export function saveRecurringExpense(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: RecurringInput,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const before = input.id === undefined ? null : await lockRecurring(db, scope, input.id, false);
    if (input.id !== undefined) await checkVersion(db, 'recurring-expense', input.id, input.version);
    const organisationId = await organisationFor(db, scope, input, before);
    if (before && before.organisationId !== organisationId) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
    const currency = await currencyFor(db, organisationId, input, before);
    if (before?.booked) {
      if (before.every !== input.every) throw fieldError('invalid', { every: 'recurring-began' });
      if (before.firstDay !== input.firstDay) throw fieldError('invalid', { firstDay: 'recurring-began' });
    } else {
      await checkFirstDay(db, organisationId, input.firstDay);
    }
    return audited(db, actor, saving('recurring-expense', input.id), () =>
      before && input.id !== undefined
        ? update(db, input.id, { ...input, currency })
        : insert(db, organisationId, { ...input, currency }, actor.userId),
    );
  });
}

/** Pauses it, or resumes it from now on. @throws AppError `not-found` */
export function pauseRecurringExpense(
  database: Database,
  scope: Scope,
  actor: Actor,
  { id, paused }: { id: number; paused: boolean },
): Promise<void> {
  return inTransaction(database, async (db) => {
    const before = await lockRecurring(db, scope, id, false);
    if (before.paused === paused) return;
    if (!paused && before.vehicleId !== null) await requireHere(db, [before.vehicleId]);
    await audited(db, actor, { subject: 'recurring-expense', id, action: paused ? 'pause' : 'resume' }, async () => {
      await db.query('UPDATE recurring_expenses SET paused = $2, version = version + 1 WHERE id = $1', [id, paused]);
      if (!paused) await skipMissed(db, id);
      return id;
    });
  });
}

/** Hides it, or restores a hidden one. @throws AppError `not-found` */
export function setRecurringExpenseDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { paused, vehicleId } = await lockRecurring(db, scope, id, !deleted);
    if (!deleted && !paused && vehicleId !== null) await requireHere(db, [vehicleId]);
    await setDeleted(db, actor, 'recurring-expense', id, deleted);
    if (!deleted) await skipMissed(db, id);
  });
}

/** Skips the periods of a pause. */
export const skipMissed = (db: Queryable, id: number) =>
  db.query(
    `UPDATE recurring_expenses r SET next_day =
       recurring_day_from(r.first_day, r.last_day, r.every, greatest(r.next_day, ${TODAY})) WHERE r.id = $1`,
    [id],
  );

async function lockRecurring(db: Queryable, scope: Scope, id: number, deleted: boolean) {
  const { rows } = await db.query<{
    organisationId: number;
    vehicleId: number | null;
    currency: string;
    every: Recurrence;
    firstDay: string;
    paused: boolean;
    booked: boolean;
  }>(
    `SELECT r.organisation_id AS "organisationId", r.vehicle_id AS "vehicleId", r.currency, r.every, r.first_day::text AS "firstDay", r.paused,
            EXISTS (SELECT FROM expenses e WHERE e.recurring_id = r.id) AS booked
     FROM recurring_expenses r WHERE r.id = $1 AND r.organisation_id = ANY($2) AND (r.deleted_at IS NOT NULL) = $3
       ${andSeenExpense(scope, 'r')} FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noRecurringExpense();
  return rows[0];
}

/** @throws AppError `invalid` for a day so early that too many periods would be booked immediately */
async function checkFirstDay(db: Queryable, organisationId: number, day: string): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM organisations WHERE id = $1 AND $2::date < (now() AT TIME ZONE time_zone)::date - ${MAX_DAYS_BACK}`,
    [organisationId, day],
  );
  if (rowCount) throw fieldError('invalid', { firstDay: 'choose-later-day' });
}

type Written = RecurringInput & { currency: string };

const fieldValues = (written: Written): unknown[] => [
  written.kind,
  written.vehicleId,
  written.driverId,
  written.vendorId,
  written.amount,
  written.tax,
  written.currency,
  written.note,
  written.every,
  written.firstDay,
  written.lastDay,
];

async function insert(db: Queryable, organisationId: number, written: Written, userId: number | null) {
  const made = await db.query<{ id: number }>(
    `INSERT INTO recurring_expenses (organisation_id, created_by, kind, vehicle_id, driver_id, vendor_id, amount, tax,
       currency, note, every, first_day, last_day, next_day)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12) RETURNING id`,
    [organisationId, userId, ...fieldValues(written)],
  );
  return onlyRow(made).id;
}

/** An expense that had ended and is extended continues from today. */
async function update(db: Queryable, id: number, written: Written): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE recurring_expenses r SET kind = $2, vehicle_id = $3, driver_id = $4, vendor_id = $5, amount = $6, tax = $7,
       currency = $8, note = $9, every = $10, first_day = $11, last_day = $12,
       next_day = recurring_day_from($11, $12, $10, CASE
         WHEN r.next_day IS NOT NULL AND r.first_day = $11 THEN r.next_day
         WHEN EXISTS (SELECT FROM expenses e WHERE e.recurring_id = r.id) THEN greatest(${TODAY},
           (SELECT max(e.recurring_day) + 1 FROM expenses e WHERE e.recurring_id = r.id))
         ELSE $11::date END),
       version = version + 1, updated_at = now() WHERE r.id = $1`,
    [id, ...fieldValues(written)],
  );
  if (rowCount !== 1) throw new AppError('not-found', 'no-recurring-expense');
  return id;
}
