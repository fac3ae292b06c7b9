import type { WorkOrder } from '@milepost/contract/work-order-operations';
import { AppError } from '../../errors.ts';
import { andSeen, type Scope } from '../scope.ts';

/** SQL (` AND …`) for work orders within the limit of the scope: of visible vehicles. */
export const andSeenOrder = (scope: Pick<Scope, 'limit'>, order = 'w'): string => andSeen(scope, `${order}.vehicle_id`);

export const ORDER_JOINS = `JOIN vehicles v ON v.id = w.vehicle_id LEFT JOIN contacts c ON c.id = w.vendor_id
  LEFT JOIN users maker ON maker.id = w.created_by`;

export const ORDER_COLUMNS = `w.id, w.organisation_id AS "organisationId", w.number, w.title, w.state,
  w.vehicle_id AS "vehicleId", v.registration, w.vendor_id AS "vendorId", c.name AS "vendorName", w.tasks, w.parts,
  w.labour_hours AS "labourHours", w.labour_cost AS "labourCost", w.cost, w.currency, w.out_from AS "outFrom",
  w.out_to AS "outTo", w.note, w.done_on::text AS "doneOn", w.odometer_m AS "odometerM", w.bill_number AS "billNumber",
  w.expense_id AS "expenseId", maker.username AS "madeBy", w.version`;

export type OrderRow = Omit<WorkOrder, 'outFrom' | 'outTo'> & { outFrom: Date | null; outTo: Date | null };

export const toOrder = ({ outFrom, outTo, ...row }: OrderRow): WorkOrder => ({
  ...row,
  outFrom: outFrom?.toISOString() ?? null,
  outTo: outTo?.toISOString() ?? null,
});

export const noOrder = (): AppError => new AppError('not-found', 'no-work-order');
