import { AppError } from '../../errors.ts';
import { andSeen, type Scope } from '../scope.ts';

/**
 * SQL (` AND …`) for expenses within the limit of the scope: of visible vehicles. Expenses without a vehicle are only
 * visible without a limit.
 */
export const andSeenExpense = (scope: Pick<Scope, 'limit'>, expense = 'e'): string =>
  andSeen(scope, `${expense}.vehicle_id`);

/**
 * SQL, an array of everyone who contributed to an expense: who entered, changed or submitted it, or its recurring
 * expense. Read from the audit log, which nobody can change.
 */
export const writersOf = (expense: string): string => `ARRAY(
  SELECT ${expense}.created_by UNION SELECT ${expense}.submitted_by
  UNION SELECT a.user_id FROM audit_log a WHERE a.action IN ('create', 'change')
    AND a.subject = 'expense' AND a.subject_id = ${expense}.id::text
  UNION SELECT a.user_id FROM audit_log a WHERE a.action IN ('create', 'change')
    AND a.subject = 'recurring-expense' AND a.subject_id = ${expense}.recurring_id::text
  UNION SELECT a.user_id FROM work_orders w JOIN audit_log a ON a.action IN ('create', 'change', 'close')
    AND a.subject = 'work-order' AND a.subject_id = w.id::text WHERE w.id = ${expense}.work_order_id)`;

/** SQL: the tables to which an expense `e` refers. */
export const EXPENSE_JOINS = `LEFT JOIN vehicles v ON v.id = e.vehicle_id
  LEFT JOIN drivers dr ON dr.id = e.driver_id LEFT JOIN contacts c ON c.id = e.vendor_id
  LEFT JOIN users maker ON maker.id = e.created_by LEFT JOIN users judge ON judge.id = e.decided_by`;

/** SQL of the title of an expense, in addition to its kind. */
export const expenseOf = (expense: string): string =>
  `coalesce(v.registration, c.name, dr.name, ${expense}.bill_number, ${expense}.day::text)`;

/**
 * SQL of an earlier expense that may duplicate `x`, as JSON: the same bill of the vendor, otherwise the same amount of
 * the vehicle, kind and day. `x` needs id, organisation_id, kind, vendor_id, bill_number, vehicle_id, day and amount.
 */
export const duplicateSql = (scope: Scope, x: string): string => `coalesce(
  (SELECT jsonb_build_object('id', e2.id, 'reason', 'bill') FROM expenses e2
    WHERE e2.vendor_id = ${x}.vendor_id AND upper(e2.bill_number) = upper(${x}.bill_number) AND e2.id < ${x}.id
      AND e2.deleted_at IS NULL AND e2.state <> 'refused'${andSeenExpense(scope, 'e2')} ORDER BY e2.id LIMIT 1),
  (SELECT jsonb_build_object('id', e2.id, 'reason', 'day') FROM expenses e2
    WHERE e2.vehicle_id = ${x}.vehicle_id AND e2.day = ${x}.day AND e2.amount = ${x}.amount AND e2.id < ${x}.id
      AND e2.deleted_at IS NULL AND e2.state <> 'refused'
      AND (e2.bill_number IS NULL OR ${x}.bill_number IS NULL OR upper(e2.bill_number) = upper(${x}.bill_number))
    ORDER BY e2.id LIMIT 1))`;

/** SQL of all displayed columns of an expense. @param caller SQL of the caller's id */
export const expenseColumns = (scope: Scope, caller: string): string => `e.id, e.organisation_id AS "organisationId",
  e.kind, e.state, e.reason, e.vehicle_id AS "vehicleId", v.registration, e.driver_id AS "driverId",
  dr.name AS "driverName", e.vendor_id AS "vendorId", c.name AS "vendorName", e.amount, e.tax, e.currency,
  e.bill_number AS "billNumber", e.day::text, e.odometer_m AS "odometerM", e.quantity, e.full_tank AS "fullTank", e.missed_fill AS "missedFill", e.note,
  maker.display_name AS "madeBy", judge.display_name AS "decidedBy",
  coalesce(${caller} = ANY(${writersOf('e')}), false) AS mine, ${duplicateSql(scope, 'e')} AS duplicate,
  e.place_check AS "placeCheck", e.tank_check AS "tankCheck", e.recurring_id AS "recurringId", e.version,
  own_values(e.own) AS own`;

export const noExpense = (): AppError => new AppError('not-found', 'no-expense');
