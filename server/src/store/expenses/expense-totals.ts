import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import type { TOTALS_BY } from '@milepost/contract/expense-operations';
import type { Queryable } from '../database.ts';
import { MAX_ROWS, type Page } from '../page.ts';
import type { Scope } from '../scope.ts';
import { andSeenExpense } from './expense-rows.ts';

/** SQL: true for expenses that count as spent. Drafts do not. */
export const isSpent = (expense: string): string =>
  `${expense}.deleted_at IS NULL AND ${expense}.state IN ('submitted', 'approved')`;
export const IS_SPENT = isSpent('e');

interface Request {
  by: (typeof TOTALS_BY)[number];
  firstDay: string;
  lastDay: string;
  vehicleId?: number | undefined;
  kind?: ExpenseKind | undefined;
  /** The maximum number of rows. */
  most?: number | undefined;
}

export interface ExpenseTotal {
  of: string | null;
  vehicleId: number | null;
  count: number;
  amount: number;
  currency: string;
}

/**
 * The first grouping of the rows; days are then combined into months, some hundred times instead of once for each row.
 */
const OF: Record<Request['by'], { by: string; of: string; vehicleId: string }> = {
  kind: { by: 'e.kind', of: 'd.by', vehicleId: 'NULL::int' },
  vehicle: { by: 'e.vehicle_id', of: 'NULL::text', vehicleId: 'd.by' },
  month: { by: 'e.day', of: `date_trunc('month', d.by)::date::text`, vehicleId: 'NULL::int' },
};

/**
 * The expenses from one day to another, by kind, vehicle or month; amounts of different currencies are kept separate.
 */
export async function readExpenseTotals(db: Queryable, scope: Scope, request: Request): Promise<Page<ExpenseTotal>> {
  const { by, firstDay, lastDay, vehicleId, kind, most } = request;
  const { of, vehicleId: ofVehicle } = OF[by];
  const { rows } = await db.query<ExpenseTotal & { total: number }>(
    `SELECT coalesce(s.of, v.registration) AS of, s."vehicleId", s.count, s.amount, s.currency, s.total FROM (
       SELECT *, count(*) OVER ()::int AS total FROM (
         SELECT ${of} AS of, ${ofVehicle} AS "vehicleId", ${by === 'month' ? 'sum(d.count)' : 'd.count'}::int AS count,
                ${by === 'month' ? 'sum(d.amount)' : 'd.amount'} AS amount, d.currency
         FROM (
           -- Integers far below 2^53, which float8 adds exactly.
           SELECT ${OF[by].by} AS by, count(*) AS count, sum(e.amount::float8) AS amount, e.currency
           FROM expenses e WHERE e.organisation_id = ANY($1) AND ${IS_SPENT}${andSeenExpense(scope)}
             AND e.day BETWEEN $2::date AND $3::date AND ($4::int IS NULL OR e.vehicle_id = $4)
             AND ($5::text IS NULL OR e.kind = $5)
           GROUP BY 1, e.currency) d
         ${by === 'month' ? 'GROUP BY 1, 2, d.currency' : ''}) sums
       ORDER BY ${by === 'month' ? 'sums.of' : 'sums.amount DESC'}, sums.currency, 1, 2 LIMIT $6
     ) s LEFT JOIN vehicles v ON v.id = s."vehicleId"
     ORDER BY ${by === 'month' ? 's.of' : 's.amount DESC'}, s.currency, 1, 2`,
    [scope.organisationIds, firstDay, lastDay, vehicleId ?? null, kind ?? null, most ?? MAX_ROWS],
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
