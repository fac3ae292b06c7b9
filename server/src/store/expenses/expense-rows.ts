import { AppError } from '../../errors.ts';
import { andSeen, type Scope } from '../scope.ts';

/**
 * SQL (` AND …`) for expenses within the limit of the scope: of vehicles that are seen. Those of no vehicle are for people
 * without a limit.
 */
export const andSeenExpense = (scope: Pick<Scope, 'limit'>, expense = 'e'): string =>
  andSeen(scope, `${expense}.vehicle_id`);

/** SQL: what an expense `e` names. */
export const EXPENSE_JOINS = `LEFT JOIN vehicles v ON v.id = e.vehicle_id
  LEFT JOIN drivers dr ON dr.id = e.driver_id LEFT JOIN contacts c ON c.id = e.vendor_id
  LEFT JOIN users maker ON maker.id = e.created_by LEFT JOIN users judge ON judge.id = e.decided_by`;

/** SQL of what an expense is called by, besides its kind. */
export const expenseOf = (expense: string): string =>
  `coalesce(v.registration, c.name, dr.name, ${expense}.bill_number, ${expense}.day::text)`;

/**
 * SQL of an earlier expense that may be the same as `x`, as JSON: the same bill of the vendor, else the same amount of the
 * vehicle, kind and day. `x` needs id, organisation_id, kind, vendor_id, bill_number, vehicle_id, day and amount.
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

/** SQL of all that is told of an expense. @param caller SQL of the id of who asks */
export const expenseColumns = (scope: Scope, caller: string): string => `e.id, e.organisation_id AS "organisationId",
  e.kind, e.state, e.reason, e.vehicle_id AS "vehicleId", v.registration, e.driver_id AS "driverId",
  dr.name AS "driverName", e.vendor_id AS "vendorId", c.name AS "vendorName", e.amount, e.tax, e.currency,
  e.bill_number AS "billNumber", e.day::text, e.odometer_m AS "odometerM", e.quantity, e.full_tank AS "fullTank", e.note,
  maker.display_name AS "madeBy", judge.display_name AS "decidedBy",
  ${caller} IN (e.created_by, e.submitted_by) IS TRUE AS mine, ${duplicateSql(scope, 'e')} AS duplicate,
  e.place_check AS "placeCheck", e.tank_check AS "tankCheck", e.recurring_id AS "recurringId", e.version,
  own_values(e.own) AS own`;

export const noExpense = (): AppError => new AppError('not-found', 'no-expense');
