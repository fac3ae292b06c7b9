import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import type { Expense } from '@milepost/contract/expense-operations';
import { draftOf, type OwnDraft } from '../../ui/own-fields/own-values.ts';

export interface ExpenseValues extends Record<string, unknown> {
  kind: ExpenseKind;
  vehicleId: number | null;
  driverId: number | null;
  vendorId: number | null;
  amount: number | null;
  tax: number | null;
  billNumber: string;
  day: string | null;
  odometerM: number | null;
  quantity: number | null;
  fullTank: boolean;
  missedFill: boolean;
  overTank: boolean;
  note: string;
  submit: boolean;
  fileIds: number[];
  own: OwnDraft;
}

export const valuesOf = (expense: Expense): ExpenseValues => ({
  kind: expense.kind,
  vehicleId: expense.vehicleId,
  driverId: expense.driverId,
  vendorId: expense.vendorId,
  amount: expense.amount,
  tax: expense.tax,
  billNumber: expense.billNumber ?? '',
  day: expense.day,
  odometerM: expense.odometerM,
  quantity: expense.quantity,
  fullTank: expense.fullTank,
  missedFill: expense.missedFill,
  overTank: false,
  note: expense.note ?? '',
  submit: expense.state !== 'draft',
  fileIds: [],
  own: draftOf(expense.own),
});

/** Most expenses of drivers are fuel, for the vehicle of their last entry. */
export const newValues = (today: string, vehicleId: number | null, kind: ExpenseKind = 'fuel'): ExpenseValues => ({
  kind,
  vehicleId,
  driverId: null,
  vendorId: null,
  amount: null,
  tax: null,
  billNumber: '',
  day: today,
  odometerM: null,
  quantity: null,
  fullTank: true,
  missedFill: false,
  overTank: false,
  note: '',
  submit: true,
  fileIds: [],
  own: {},
});
