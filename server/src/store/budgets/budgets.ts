import { everChangedGroup, groupOfDay } from '../fleet/groups-then.ts';
import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import type { Budget } from '@milepost/contract/budget-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { IS_SPENT } from '../expenses/expense-totals.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows, type Page } from '../page.ts';
import { onlyRow } from '../rows.ts';
import { andHeldGroup, andSeen, type Scope } from '../scope.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';

const SHOWN = 50;

/**
 * SQL (` AND …`): limited people see only the budgets of vehicles that they see and of groups that they see completely.
 */
const andSeenBudget = (scope: Scope): string =>
  scope.limit === null
    ? ''
    : ` AND ((b.vehicle_id IS NOT NULL${andSeen(scope, 'b.vehicle_id')})
        OR (b.group_id IS NOT NULL AND ${scope.limit.withinGroupIds === null ? 'true' : 'false'}${andHeldGroup(scope, 'b.group_id')}))`;

/** SQL of the tables to which a budget refers. */
export const BUDGET_TABLES = `budgets b JOIN organisations o ON o.id = b.organisation_id
  LEFT JOIN vehicles v ON v.id = b.vehicle_id LEFT JOIN vehicle_groups g ON g.id = b.group_id`;
const COLUMNS = `b.id, b.organisation_id AS "organisationId", b.kind, b.vehicle_id AS "vehicleId", v.registration,
  b.group_id AS "groupId", g.name AS "groupName", o.name AS "organisationName", b.amount, b.currency,
  b.first_month::text AS "firstMonth", b.last_month::text AS "lastMonth", b.version`;

/** The budgets that apply to a month, widest first, each with its expenses. */
export async function listBudgets(
  db: Queryable,
  scope: Scope,
  { month, vehicleId }: { month: string; vehicleId?: number | undefined },
): Promise<Page<Budget & { spent: number; left: number }>> {
  return firstRows(
    db,
    // Sums the month's expenses once, by each property that a budget can be limited to, because there are many more
    // expenses than budgets.
    `WITH month AS MATERIALIZED (
       SELECT e.organisation_id, e.currency, e.kind, e.vehicle_id, ${everChangedGroup('e.vehicle_id')} AS moved,
              CASE WHEN ${everChangedGroup('e.vehicle_id')} THEN ${groupOfDay('e.vehicle_id', 'e.day', 'e.organisation_id')} END AS group_then,
              sum(e.amount) AS amount FROM expenses e
       WHERE e.organisation_id = ANY($1) AND ${IS_SPENT} AND e.day >= $2::date AND e.day < $2::date + interval '1 month'
         AND ($3::int IS NULL OR e.vehicle_id = $3)
       GROUP BY 1, 2, 3, 4, 5, 6
     ), asked AS MATERIALIZED (
       SELECT b.id FROM budgets b LEFT JOIN vehicles v ON v.id = b.vehicle_id
       WHERE b.organisation_id = ANY($1) AND b.deleted_at IS NULL AND v.deleted_at IS NULL AND b.first_month <= $2::date
         AND (b.last_month IS NULL OR b.last_month >= $2::date) AND ($3::int IS NULL OR b.vehicle_id = $3)${andSeenBudget(scope)}
     ), of_groups AS MATERIALIZED (
       SELECT m.organisation_id, m.currency, m.kind, CASE WHEN m.moved THEN m.group_then ELSE v.group_id END AS group_id,
              sum(m.amount) AS amount
       FROM month m JOIN vehicles v ON v.id = m.vehicle_id GROUP BY 1, 2, 3, 4
     ), whole AS MATERIALIZED (
       SELECT m.organisation_id, m.currency, m.kind, sum(m.amount) AS amount FROM month m GROUP BY 1, 2, 3
     ), spent AS (
       SELECT b.id, sum(x.amount)::float8 AS amount FROM (
         SELECT b.id, m.amount FROM budgets b JOIN month m ON m.vehicle_id = b.vehicle_id AND ${matches('m')}
         UNION ALL
         SELECT b.id, m.amount FROM budgets b JOIN of_groups m ON m.group_id = b.group_id AND ${matches('m')}
         UNION ALL
         SELECT b.id, m.amount FROM budgets b JOIN whole m ON b.vehicle_id IS NULL AND b.group_id IS NULL AND ${matches('m')}
       ) x JOIN asked b ON b.id = x.id GROUP BY b.id
     )
     SELECT ${COLUMNS}, coalesce(spent.amount, 0) AS spent, b.amount - coalesce(spent.amount, 0) AS left
     FROM ${BUDGET_TABLES} JOIN asked ON asked.id = b.id LEFT JOIN spent ON spent.id = b.id
     ORDER BY b.vehicle_id IS NOT NULL, b.group_id IS NOT NULL, lower(o.name), lower(coalesce(g.name, v.registration)),
       b.kind NULLS FIRST, b.id`,
    [scope.organisationIds, month, vehicleId ?? null],
  );
}

/** SQL: true when a sum of expenses counts towards the budget `b`. */
const matches = (sum: string): string =>
  `${sum}.organisation_id = b.organisation_id AND ${sum}.currency = b.currency AND (b.kind IS NULL OR ${sum}.kind = b.kind)`;

/** @throws AppError `not-found` outside the scope or deleted */
export async function getBudget(db: Queryable, scope: Scope, id: number): Promise<Budget> {
  const { rows } = await db.query<Budget>(
    `SELECT ${COLUMNS} FROM ${BUDGET_TABLES}
     WHERE b.id = $1 AND b.organisation_id = ANY($2) AND b.deleted_at IS NULL${andSeenBudget(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noBudget();
  return rows[0];
}

/** Locks the row until the transaction ends. @throws AppError `not-found` */
export async function lockBudget(db: Queryable, scope: Scope, id: number, deleted: boolean) {
  const { rows } = await db.query<{
    organisationId: number;
    vehicleId: number | null;
    currency: string;
    kind: ExpenseKind | null;
  }>(
    `SELECT b.organisation_id AS "organisationId", b.vehicle_id AS "vehicleId", b.currency, b.kind FROM budgets b
     WHERE b.id = $1 AND b.organisation_id = ANY($2) AND (b.deleted_at IS NOT NULL) = $3${andSeenBudget(scope)} FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noBudget();
  return rows[0];
}

interface BudgetChoiceParams {
  vehicle: string;
  group: string;
  vehicleId?: number | undefined;
  groupId?: number | undefined;
}

/** The options of the budget form: the first that match the typed text, including the chosen ones. */
export async function readBudgetChoices(db: Queryable, scope: Scope, params: BudgetChoiceParams) {
  const found = (sql: string, text: string, id: number | undefined) =>
    firstRows<Ref>(db, sql, [scope.organisationIds, searchPatterns(text), id ?? null], SHOWN);
  const [vehicles, groups, about] = await Promise.all([
    found(
      `SELECT v.id, v.registration AS name FROM vehicles v WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL
         ${andSeen(scope)} AND (v.id = $3 OR (v.moved_at IS NULL AND ${everyWordIn('$2', registrationOf('v'))}))
       ORDER BY v.id IS DISTINCT FROM $3::int, lower(v.registration), v.id`,
      params.vehicle,
      params.vehicleId,
    ),
    found(
      `SELECT g.id, g.name FROM vehicle_groups g WHERE g.organisation_id = ANY($1)${andHeldGroup(scope, 'g.id')}
         AND (g.id = $3 OR ${everyWordIn('$2', 'g.name')}) ORDER BY g.id IS DISTINCT FROM $3::int, lower(g.name), g.id`,
      params.group,
      params.groupId,
    ),
    db.query<{ currency: string }>(
      `SELECT currency FROM organisations WHERE id = coalesce(
         (SELECT organisation_id FROM vehicles WHERE id = $2 AND organisation_id = ANY($4)),
         (SELECT organisation_id FROM vehicle_groups WHERE id = $3 AND organisation_id = ANY($4)), $1)`,
      [scope.organisationId, params.vehicleId ?? null, params.groupId ?? null, scope.organisationIds],
    ),
  ]);
  return {
    vehicles: vehicles.rows,
    vehiclesTotal: vehicles.total,
    groups: groups.rows,
    groupsTotal: groups.total,
    currency: onlyRow(about).currency,
  };
}

export const noBudget = (): AppError => new AppError('not-found', 'no-budget');
