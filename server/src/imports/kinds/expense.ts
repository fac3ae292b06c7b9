import { OPERATIONS } from '@milepost/contract/operations';
import { z } from 'zod';
import { EXPENSE_WORK } from '../../store/imports/expense-records.ts';
import { compactRegistration } from '../../store/imports/plates.ts';
import { resolveExpenses } from '../../store/imports/resolve-expenses.ts';
import type { ImportDescriptor, ImportField, Value } from '../import-descriptor.ts';
import { amountText, dayBy, measureBy, textBy, wordFor, yesOrNo } from '../read-fields.ts';
import { moneyKey } from '../read-money.ts';
import { EXPENSE_HEADINGS } from './expense-headings.ts';
import { EXPENSE_WORDS } from './expense-words.ts';

const { shape } = OPERATIONS['save-expense'].input;
const { registration } = OPERATIONS['save-vehicle'].input.shape;
const { name: driverName } = OPERATIONS['name-driver'].input.shape;
const { name: vendorName } = OPERATIONS['name-vendor'].input.shape;

const KM = 1000;

/** Kilometres, stored as metres. */
const odometer: ImportField['read'] = (text, order, column) => {
  const metres = shape.odometerM.transform((value) => (value === null ? null : Math.round(value * KM)));
  return measureBy(metres, 'km', 'thousands')(text, order, column);
};

const textOf = (value: Value | undefined) => (typeof value === 'string' ? value : '');

/** Expenses, matched by day, kind, vehicle, amount and bill number. */
export const expenseImport = {
  ...EXPENSE_WORK,
  subject: 'expense',
  resolve: resolveExpenses,
  fields: {
    day: {
      words: EXPENSE_HEADINGS.day,
      read: dayBy(shape.day),
      once: (spent, { kind, vehicle, amount, billNumber }) =>
        typeof kind !== 'string' || typeof amount !== 'string'
          ? null
          : JSON.stringify([
              spent,
              kind,
              compactRegistration(textOf(vehicle)),
              moneyKey(amount),
              textOf(billNumber).toUpperCase(),
            ]),
    },
    kind: {
      words: EXPENSE_HEADINGS.kind,
      looks: /^(fuel|diesel|petrol|toll|fastag|parking|challan|repair|service)$/i,
      read: wordFor(EXPENSE_WORDS, 'expenseKinds'),
    },
    vehicle: {
      words: EXPENSE_HEADINGS.vehicle,
      read: textBy(registration),
    },
    driver: {
      words: EXPENSE_HEADINGS.driver,
      read: textBy(driverName),
    },
    vendor: {
      words: EXPENSE_HEADINGS.vendor,
      read: textBy(vendorName),
    },
    amount: {
      words: EXPENSE_HEADINGS.amount,
      read: amountText,
    },
    tax: {
      words: EXPENSE_HEADINGS.tax,
      read: amountText,
    },
    currency: {
      words: EXPENSE_HEADINGS.currency,
      looks: /^[A-Z]{3}$/,
      read: textBy(z.string()),
    },
    quantity: {
      words: EXPENSE_HEADINGS.quantity,
      read: measureBy(shape.quantity, 'l'),
    },
    fullTank: {
      words: EXPENSE_HEADINGS.fullTank,
      read: yesOrNo,
    },
    missedFill: {
      words: EXPENSE_HEADINGS.missedFill,
      read: yesOrNo,
    },
    odometer: {
      words: EXPENSE_HEADINGS.odometer,
      read: odometer,
    },
    billNumber: {
      words: EXPENSE_HEADINGS.billNumber,
      read: textBy(shape.billNumber),
    },
    note: {
      words: EXPENSE_HEADINGS.note,
      read: textBy(shape.note),
    },
  },
} satisfies ImportDescriptor;
