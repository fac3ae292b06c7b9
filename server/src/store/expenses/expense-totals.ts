import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import type { TOTALS_BY } from '@milepost/contract/expense-routes';
import type { Queryable } from '../database.ts';
import { firstRows, type Page } from '../page.ts';
import type { Scope } from '../scope.ts';
import { andSeenExpense } from './expense-rows.ts';

/** SQL: what counts as spent. A draft is nobody's concern yet. */
export const isSpent = (expense: string): string =>
  `${expense}.deleted_at IS NULL AND ${expense}.state IN ('submitted', 'approved')`;
export const IS_SPENT = isSpent('e');

interface Request {
  by: (typeof TOTALS_BY)[number];
  firstDay: string;
  lastDay: string;
  vehicleId?: number | undefined;
  kind?: ExpenseKind | undefined;
}

export interface ExpenseTotal {
  of: string | null;
  vehicleId: number | null;
  count: number;
  amount: number;
  currency: string;
}

const OF: Record<Request['by'], string> = {
  kind: 'e.kind',
  vehicle: 'NULL::text',
  month: `date_trunc('month', e.day)::date::text`,
};

/** What was spent from one day to another, by kind, vehicle or month; amounts of different currencies stay apart. */
export function readExpenseTotals(db: Queryable, scope: Scope, request: Request): Promise<Page<ExpenseTotal>> {
  const { by, firstDay, lastDay, vehicleId, kind } = request;
  return firstRows<ExpenseTotal>(
    db,
    `SELECT coalesce(s.of, v.registration) AS of, s."vehicleId", s.count, s.amount, s.currency FROM (
       SELECT ${OF[by]} AS of, ${by === 'vehicle' ? 'e.vehicle_id' : 'NULL::int'} AS "vehicleId", count(*)::int AS count,
              sum(e.amount)::float8 AS amount, e.currency
       FROM expenses e WHERE e.organisation_id = ANY($1) AND ${IS_SPENT}${andSeenExpense(scope)}
         AND e.day BETWEEN $2::date AND $3::date AND ($4::int IS NULL OR e.vehicle_id = $4) AND ($5::text IS NULL OR e.kind = $5)
       GROUP BY 1, 2, e.currency
     ) s LEFT JOIN vehicles v ON v.id = s."vehicleId"
     ORDER BY ${by === 'month' ? 's.of' : 's.amount DESC'}, s.currency, 1, 2`,
    [scope.organisationIds, firstDay, lastDay, vehicleId ?? null, kind ?? null],
  );
}
