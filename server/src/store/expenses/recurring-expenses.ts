import type { ExpenseKind, RecurringState } from '@milepost/contract/expense-kinds';
import type { RecurringExpense } from '@milepost/contract/recurring-expense-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { andEveryWord, contactsFound, driversFound, vehiclesFound } from '../search/found-by-words.ts';
import { andSeenExpense } from './expense-rows.ts';

/** The number of next days that are shown. */
const NEXT = 3;

/** SQL of the tables to which a recurring expense refers. */
export const RECURRING_TABLES = `recurring_expenses r LEFT JOIN vehicles v ON v.id = r.vehicle_id
  LEFT JOIN drivers dr ON dr.id = r.driver_id LEFT JOIN contacts c ON c.id = r.vendor_id`;
/** SQL: true while it is booked; nothing is booked for a deleted vehicle. */
export const RUNS = `NOT r.paused AND r.next_day IS NOT NULL AND (r.vehicle_id IS NULL OR v.deleted_at IS NULL)`;
const STATE = `CASE WHEN r.next_day IS NULL THEN 'ended' WHEN ${RUNS} THEN 'running' ELSE 'paused' END`;
const COLUMNS = `r.id, r.organisation_id AS "organisationId", r.kind, r.vehicle_id AS "vehicleId", v.registration,
  r.driver_id AS "driverId", dr.name AS "driverName", r.vendor_id AS "vendorId", c.name AS "vendorName", r.amount, r.tax,
  r.currency, r.note, r.every, r.first_day::text AS "firstDay", r.last_day::text AS "lastDay", ${STATE} AS state,
  CASE WHEN ${RUNS} THEN ARRAY(WITH RECURSIVE days (day, n) AS (
      SELECT r.next_day, 1 UNION ALL
      SELECT recurring_day_from(r.first_day, r.last_day, r.every, day + 1), n + 1 FROM days WHERE n < ${NEXT} AND day IS NOT NULL
    ) SELECT day::text FROM days WHERE day IS NOT NULL) ELSE '{}' END AS "nextDays",
  (SELECT count(*)::int FROM expenses e WHERE e.recurring_id = r.id) AS booked, r.failed_at AS "failedAt", r.version`;
const SORTS = { nextDay: 'r.next_day', amount: 'r.amount', kind: 'r.kind' };

interface Filter {
  kind?: ExpenseKind | undefined;
  vehicleId?: number | undefined;
  state?: RecurringState | undefined;
}

type Row = Omit<RecurringExpense, 'failedAt'> & { failedAt: Date | null };
const toRecurring = (row: Row): RecurringExpense => ({ ...row, failedAt: row.failedAt?.toISOString() ?? null });

/** A page of recurring expenses, by next day. */
export async function listRecurringExpenses(
  db: Queryable,
  scope: Scope,
  request: PageRequest & Filter,
): Promise<Page<RecurringExpense>> {
  const values: unknown[] = [
    scope.organisationIds,
    request.kind ?? null,
    request.vehicleId ?? null,
    request.state ?? null,
  ];
  const where = `r.organisation_id = ANY($1) AND r.deleted_at IS NULL${andSeenExpense(scope, 'r')}
    AND ($2::text IS NULL OR r.kind = $2) AND ($3::int IS NULL OR r.vehicle_id = $3) AND ($4::text IS NULL OR ${STATE} = $4)
    ${andEveryWord(request.search, values, (pattern) => [
      `r.vehicle_id IN (${vehiclesFound(pattern)})`,
      `r.driver_id IN (${driversFound(pattern)})`,
      `r.vendor_id IN (${contactsFound(pattern)})`,
      `r.words LIKE ${pattern}`,
    ])}`;
  const [page, count] = await Promise.all([
    db.query<Row>(
      `SELECT ${COLUMNS} FROM ${RECURRING_TABLES} WHERE ${where} ${pageSql(request, SORTS, 'r.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${RECURRING_TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toRecurring), total: onlyRow(count).total };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getRecurringExpense(db: Queryable, scope: Scope, id: number): Promise<RecurringExpense> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM ${RECURRING_TABLES}
     WHERE r.id = $1 AND r.organisation_id = ANY($2) AND r.deleted_at IS NULL${andSeenExpense(scope, 'r')}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noRecurringExpense();
  return toRecurring(rows[0]);
}

export const noRecurringExpense = (): AppError => new AppError('not-found', 'no-recurring-expense');
