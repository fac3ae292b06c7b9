import { everChangedGroup, groupOfDay } from '../fleet/groups-then.ts';
import type { DuplicateReason, ExpenseFinding, ExpenseKind, ExpenseState } from '@milepost/contract/expense-kinds';
import type { Expense } from '@milepost/contract/expense-operations';
import type { Queryable } from '../database.ts';
import { ALL_ROWS, countUpTo, type Page, type PageRequest, pageSql } from '../page.ts';
import type { Scope } from '../scope.ts';
import { andOwn, ownFilter } from '../own-fields/own-values.ts';
import { andFound } from '../search/search-records.ts';
import { IS_SPENT } from './expense-totals.ts';
import { andSeenExpense, duplicateSql, EXPENSE_JOINS, expenseColumns, noExpense } from './expense-rows.ts';
import { andSeenContact } from '../common-records.ts';

const SORTS = { day: 'e.day', amount: 'e.amount', kind: 'e.kind' };

export interface ExpenseFilter {
  kind?: ExpenseKind | undefined;
  state?: ExpenseState | 'spent' | undefined;
  vehicleId?: number | undefined;
  noVehicle?: boolean | undefined;
  groupId?: number | undefined;
  recurringId?: number | undefined;
  driverId?: number | undefined;
  vendorId?: number | undefined;
  firstDay?: string | undefined;
  lastDay?: string | undefined;
  doubt?: ExpenseFinding | undefined;
  own?: { id: number; value: string | boolean } | undefined;
}

// Literal, so that the partial index of contradicted expenses is used.
const DOUBTED: Readonly<Record<ExpenseFinding, string>> = {
  place: ' AND e.place_doubted',
  tank: ' AND e.tank_doubted',
};

function stateSql(state: ExpenseFilter['state']): string {
  if (state === undefined) return '';
  return state === 'spent' ? ` AND ${IS_SPENT}` : ` AND e.state = '${state}'`;
}

/** A page of expenses; within a day, the newest entry is last. @param userId the caller */
export async function listExpenses(
  db: Queryable,
  scope: Scope,
  userId: number,
  request: PageRequest & ExpenseFilter,
): Promise<Page<Expense>> {
  const values: unknown[] = [scope.organisationIds, ownFilter(request.own)];
  const and = (sql: string, value: unknown) => (value === undefined ? '' : ` AND ${sql} $${values.push(value)}`);
  const andGroup = (id: number | undefined) => {
    if (id === undefined) return '';
    const group = `$${values.push(id)}`;
    const then = groupOfDay('e.vehicle_id', 'e.day', 'e.organisation_id');
    return ` AND CASE WHEN ${everChangedGroup('e.vehicle_id')} THEN ${then} = ${group}
      ELSE e.vehicle_id IN (SELECT of.id FROM vehicles of WHERE of.group_id = ${group}) END`;
  };
  const where = `e.organisation_id = ANY($1) AND e.deleted_at IS NULL${andSeenExpense(scope)}${and('e.kind =', request.kind)}${
    // Literal, so that the partial index of waiting expenses is used.
    stateSql(request.state)
  }${and('e.vehicle_id =', request.vehicleId)}${request.noVehicle ? ' AND e.vehicle_id IS NULL' : ''}${andGroup(request.groupId)}${and('e.recurring_id =', request.recurringId)}${and('e.driver_id =', request.driverId)}${and('e.vendor_id =', request.vendorId)}${and('e.day >=', request.firstDay)}${and('e.day <=', request.lastDay)}${request.doubt === undefined ? '' : DOUBTED[request.doubt]}${andOwn('e', 2)}${andFound(request.search, 'e.words', values)}`;
  // With the tie-breaker in the direction of the sort, one index serves both directions.
  const direction = request.direction === 'desc' ? 'DESC' : 'ASC';
  const order = { ...request, tie: `${request.sort === 'kind' ? `e.day ${direction}, ` : ''}e.id ${direction}` };
  const [page, count] = await Promise.all([
    // The ids of the page are selected first, so that the other columns are only computed for its rows.
    db.query<Expense>(
      `SELECT ${expenseColumns(scope, `$${values.length + 1}::int`)}
       FROM (SELECT e.id FROM expenses e WHERE ${where} ${pageSql(order, SORTS, order.tie, { nulls: false })}) p
       JOIN expenses e ON e.id = p.id ${EXPENSE_JOINS}
       ${pageSql({ ...order, page: 1 }, SORTS, order.tie, { nulls: false })}`,
      [...values, userId],
    ),
    countUpTo(db, request.search === '' ? ALL_ROWS : request, `expenses e WHERE ${where}`, values),
  ]);
  return { rows: page.rows, ...count };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getExpense(db: Queryable, scope: Scope, userId: number, id: number): Promise<Expense> {
  const { rows } = await db.query<Expense>(
    `SELECT ${expenseColumns(scope, '$3::int')} FROM expenses e ${EXPENSE_JOINS}
     WHERE e.id = $1 AND e.organisation_id = ANY($2) AND e.deleted_at IS NULL${andSeenExpense(scope)}`,
    [id, scope.organisationIds, userId],
  );
  if (!rows[0]) throw noExpense();
  return rows[0];
}

interface Typed {
  id?: number | undefined;
  vehicleId: number | null;
  vendorId: number | null;
  billNumber: string | null;
  day: string;
  amount: number;
}

/** An expense of the scope that may duplicate the typed one; null if there is none. */
export async function findDuplicate(
  db: Queryable,
  scope: Scope,
  { id, vehicleId, vendorId, billNumber, day, amount }: Typed,
): Promise<{ id: number; reason: DuplicateReason } | null> {
  const { rows } = await db.query<{ duplicate: { id: number; reason: DuplicateReason } | null }>(
    `SELECT ${duplicateSql(scope, 'x')} AS duplicate
     FROM (SELECT coalesce($1::int, 2147483647) AS id,
                  (SELECT v.id FROM vehicles v WHERE v.id = $2 AND v.organisation_id = ANY($7)) AS vehicle_id,
                  (SELECT c.id FROM contacts c WHERE c.id = $3 AND c.organisation_id = ANY($7)${andSeenContact(scope, 'c')}) AS vendor_id,
                  $4::text AS bill_number, $5::date AS day, $6::bigint AS amount) x`,
    [id ?? null, vehicleId, vendorId, billNumber, day, amount, scope.organisationIds],
  );
  return rows[0]?.duplicate ?? null;
}
