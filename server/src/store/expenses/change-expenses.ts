import { fault } from '@milepost/contract/fault';
import type { ExpenseKind, ExpenseState } from '@milepost/contract/expense-kinds';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { OwnValue } from '@milepost/contract/own-field-operations';
import { linkFiles } from '../files/link-files.ts';
import type { Viewer } from '../files/records.ts';
import { writeOwnValues } from '../own-fields/own-values.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { checkExpense } from './check-expenses.ts';
import { currencyFor, organisationFor } from './expense-owner.ts';
import { andSeenExpense, noExpense, writersOf } from './expense-rows.ts';

export interface ExpenseFields {
  kind: ExpenseKind;
  vehicleId: number | null;
  driverId: number | null;
  vendorId: number | null;
  amount: number;
  tax: number | null;
  billNumber: string | null;
  day: string;
  odometerM: number | null;
  quantity: number | null;
  fullTank: boolean;
  missedFill: boolean;
  note: string | null;
}

export interface ExpenseInput extends ExpenseFields {
  id?: number | undefined;
  currency: string | null;
  submit: boolean;
  /** The person confirmed a quantity above the capacity of the tank. */
  overTank: boolean;
  fileIds: readonly number[];
  version?: number | undefined;
  own?: readonly OwnValue[] | undefined;
}

export interface StoredExpense {
  id: number;
  organisationId: number;
  state: ExpenseState;
  currency: string;
  vehicleId: number | null;
  /** Everyone who contributed to its content. */
  writers: (number | null)[];
  /** The person who submitted its present content. */
  submittedBy: number | null;
}

/**
 * Adds an expense, or changes one of the scope; its organisation cannot change.
 * @throws AppError `not-found`, `invalid` at a field, `conflict` if it is approved or somebody else saved it meanwhile
 * @returns its id
 */
export const saveExpense = (database: Database, viewer: Viewer, actor: Actor, input: ExpenseInput): Promise<number> =>
  inTransaction(database, (db) => saveExpenseIn(db, viewer, actor, input));

/** The same in the caller's transaction. @param own as for `writeOwnValues` */
export async function saveExpenseIn(
  db: Queryable,
  viewer: Viewer,
  actor: Actor,
  input: ExpenseInput,
  own: 'all' | 'given' = 'all',
): Promise<number> {
  const { scope } = viewer;
  const before = input.id === undefined ? null : await lockExpense(db, scope, input.id, false);
  if (before) await checkVersion(db, 'expense', before.id, input.version);
  if (before?.state === 'approved') throw new AppError('conflict', 'expense-approved');
  const organisationId = await organisationFor(db, scope, input, before);
  if (before && before.organisationId !== organisationId) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
  const currency = await currencyFor(db, organisationId, input, before);
  await checkDay(db, organisationId, input.day);
  await checkOdometer(db, input);
  if (!input.overTank) await checkTank(db, input);
  const state = input.submit ? 'submitted' : 'draft';
  const id = await audited(db, actor, saving('expense', before?.id), async () => {
    const saved = await (before
      ? updateExpense(db, before.id, { ...input, currency, state }, actor.userId)
      : insertExpense(db, organisationId, { ...input, currency, state }, actor.userId));
    await writeOwnValues(db, { kind: 'expense', id: saved, organisationId }, input.own, own);
    return saved;
  });
  if (input.fileIds.length > 0)
    await linkFiles(db, viewer, actor, { recordKind: 'expense', recordId: id }, input.fileIds);
  await checkExpense(db, id);
  return id;
}

/**
 * Hides an expense, or restores a hidden one.
 * @throws AppError `not-found`, `conflict` for an approved one, or one booked by a work order that was reopened since
 */
export function setExpenseDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { state } = await lockExpense(db, scope, id, !deleted);
    if (state === 'approved') throw new AppError('conflict', 'expense-approved');
    if (!deleted) await requireOfOrder(db, id);
    await setDeleted(db, actor, 'expense', id, deleted);
  });
}

/** The cost of a work order counts once: by its present expense, which is booked again each time that it is closed. */
async function requireOfOrder(db: Queryable, id: number): Promise<void> {
  const { rows } = await db.query<{ number: number }>(
    `SELECT w.number FROM expenses e JOIN work_orders w ON w.id = e.work_order_id
     WHERE e.id = $1 AND w.expense_id IS DISTINCT FROM e.id`,
    [id],
  );
  if (rows[0]) throw new AppError('conflict', fault('expense-of-order', { number: String(rows[0].number) }));
}

/**
 * Increments the version of an expense whose files change, since an approval includes its photos. An expense that the
 * person does not see is left to the caller's check. Its row is locked until the transaction ends.
 * @throws AppError `conflict` for an approved one
 */
export async function countFileChange(db: Queryable, scope: Scope, id: number): Promise<void> {
  const { rows } = await db.query<{ state: ExpenseState }>(
    `UPDATE expenses e SET version = version + 1
     WHERE e.id = $1 AND e.organisation_id = ANY($2) AND e.deleted_at IS NULL${andSeenExpense(scope)} RETURNING e.state`,
    [id, scope.organisationIds],
  );
  if (rows[0]?.state === 'approved') throw new AppError('conflict', 'expense-approved');
}

/** Locks the row until the transaction ends. @throws AppError `not-found` */
export async function lockExpense(db: Queryable, scope: Scope, id: number, deleted: boolean): Promise<StoredExpense> {
  const { rows } = await db.query<StoredExpense>(
    `SELECT e.id, e.organisation_id AS "organisationId", e.state, e.currency, e.vehicle_id AS "vehicleId",
            ${writersOf('e')} AS writers, e.submitted_by AS "submittedBy"
     FROM expenses e WHERE e.id = $1 AND e.organisation_id = ANY($2) AND (e.deleted_at IS NOT NULL) = $3
       ${andSeenExpense(scope)} FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noExpense();
  return rows[0];
}

/** @throws AppError `invalid` for a day in the future of the organisation's time zone */
async function checkDay(db: Queryable, organisationId: number, day: string): Promise<void> {
  const { rowCount } = await db.query(
    'SELECT FROM organisations WHERE id = $1 AND (now() AT TIME ZONE time_zone)::date < $2::date',
    [organisationId, day],
  );
  if (rowCount) throw fieldError('invalid', { day: 'day-to-come' });
}

/** @throws AppError `invalid` for more fuel than the tank holds, unless that was stored already */
async function checkTank(db: Queryable, { id, kind, vehicleId, quantity }: ExpenseInput): Promise<void> {
  if (kind !== 'fuel' || vehicleId === null || quantity === null) return;
  const { rows } = await db.query<{ tank: number }>(
    `SELECT v.tank_l AS tank FROM vehicles v WHERE v.id = $1 AND v.tank_l < $2
       AND NOT EXISTS (SELECT FROM expenses e WHERE e.id = $3 AND e.vehicle_id = v.id AND e.kind = 'fuel' AND e.quantity = $2)`,
    [vehicleId, quantity, id ?? null],
  );
  if (rows[0]) throw fieldError('invalid', { quantity: fault('fill-over-tank', { tank: rows[0].tank }) });
}

/** SQL: excludes drafts, which may still be wrong and only concern their author. */
const COUNTS_ODOMETER = `state NOT IN ('draft', 'refused')`;
/** Two drivers, day and night: a higher value has a digit too many, and would make every later bill invalid. */
const MAX_M_A_DAY = 3_000_000;

/** @throws AppError `invalid` for a reading that contradicts other bills of the vehicle; drafts are ignored */
export async function checkOdometer(
  db: Queryable,
  { id, vehicleId, odometerM, day }: Pick<ExpenseInput, 'id' | 'vehicleId' | 'odometerM' | 'day'>,
): Promise<void> {
  if (vehicleId === null || odometerM === null) return;
  const { rows } = await db.query<{ earlier: number | null; later: number | null }>(
    `SELECT max(odometer_m) FILTER (WHERE day < $3::date) AS earlier, min(odometer_m) FILTER (WHERE day > $3::date) AS later
     FROM expenses WHERE vehicle_id = $1 AND deleted_at IS NULL AND ${COUNTS_ODOMETER} AND id IS DISTINCT FROM $2::int`,
    [vehicleId, id ?? null, day],
  );
  const { earlier = null, later = null } = rows[0] ?? {};
  if (earlier !== null && odometerM < earlier) {
    throw fieldError('invalid', { odometerM: fault('odometer-back', { reading: earlier }) });
  }
  if (later !== null && odometerM > later) {
    throw fieldError('invalid', { odometerM: fault('odometer-ahead', { reading: later }) });
  }
  const leap = await db.query<{ reading: number }>(
    `SELECT odometer_m AS reading FROM expenses
     WHERE vehicle_id = $1 AND deleted_at IS NULL AND ${COUNTS_ODOMETER} AND id IS DISTINCT FROM $2::int
       AND abs(odometer_m - $4) > (abs(day - $3::date) + 1) * ${MAX_M_A_DAY}::float8
     ORDER BY abs(day - $3::date), id LIMIT 1`,
    [vehicleId, id ?? null, day, odometerM],
  );
  const [other] = leap.rows;
  if (other) throw fieldError('invalid', { odometerM: fault('odometer-leap', other) });
}

type Written = ExpenseFields & { currency: string; state: ExpenseState };

const fieldValues = (written: Written): unknown[] => [
  written.kind,
  written.state,
  written.vehicleId,
  written.driverId,
  written.vendorId,
  written.amount,
  written.tax,
  written.currency,
  written.billNumber,
  written.day,
  written.odometerM,
  written.quantity,
  written.fullTank,
  written.missedFill,
  written.note,
];

export async function insertExpense(
  db: Queryable,
  organisationId: number,
  written: Written,
  userId: number | null,
): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO expenses (organisation_id, created_by, submitted_by, kind, state, vehicle_id, driver_id, vendor_id, amount,
       tax, currency, bill_number, day, odometer_m, quantity, full_tank, missed_fill,
       note)
     VALUES ($1, $2, CASE WHEN $4 <> 'draft' THEN $2::int END, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     RETURNING id`,
    [organisationId, userId, ...fieldValues(written)],
  );
  return onlyRow(made).id;
}

async function updateExpense(db: Queryable, id: number, written: Written, userId: number | null): Promise<number> {
  await db.query(
    `UPDATE expenses SET kind = $3, state = $4, vehicle_id = $5, driver_id = $6, vendor_id = $7, amount = $8, tax = $9,
       currency = $10, bill_number = $11, day = $12, odometer_m = $13, quantity = $14, full_tank = $15, missed_fill = $16, note = $17,
       submitted_by = CASE WHEN $4 = 'submitted' THEN $2::int END, decided_by = NULL, decided_at = NULL, reason = NULL,
       version = version + 1, updated_at = now() WHERE id = $1`,
    [id, userId, ...fieldValues(written)],
  );
  return id;
}
