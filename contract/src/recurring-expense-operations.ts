import { z } from 'zod';
import { Currency, Money } from './amount.ts';
import { Id, Instant, listInput, listOutput, optionalDay, optionalLines, Version } from './common.ts';
import { RECURRENCES, EXPENSE_KINDS, RECURRING_STATES } from './expense-kinds.ts';
import { ExpenseDay } from './expense-operations.ts';
import { faultCode } from './fault.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const Kind = z.enum(EXPENSE_KINDS, faultCode('choose-expense-kind'));

/** A recurring expense: booked once in each period, then approved like any other expense. */
export const RecurringExpense = z.object({
  id: Id,
  organisationId: Id,
  kind: Kind,
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
  driverId: Id.nullable(),
  driverName: z.string().nullable(),
  vendorId: Id.nullable(),
  vendorName: z.string().nullable(),
  amount: Money,
  tax: Money.nullable(),
  currency: z.string(),
  note: z.string().nullable(),
  every: z.enum(RECURRENCES),
  firstDay: z.iso.date(),
  /** The last day for which it can be booked; null if unlimited. */
  lastDay: z.iso.date().nullable(),
  state: z.enum(RECURRING_STATES),
  /** The next days, as many as are previewed; empty if it is paused or ended. */
  nextDays: z.array(z.iso.date()),
  /** When the last attempt to book the next one failed; each run retries it. Null if none failed. */
  failedAt: Instant.nullable(),
  /** The number of bookings. */
  booked: z.number().int(),
  version: Version,
});
export type RecurringExpense = z.infer<typeof RecurringExpense>;

const optionalId = Id.nullish().transform((id) => id ?? null);
const expenses = grant('expenses');
const One = z.object({ id: Id });
const Answer = z.object({ recurring: RecurringExpense });

const recurringExpenseCalls = recordCalls({
  view: expenses('view'),
  remove: expenses('delete'),
  limited: 'allowed',
  subject: 'recurring',
  audit: 'recurring-expense',
  bounds: { 'recurring.nextDays[]': 'three, by the store' },
  output: Answer,
});

export const recurringExpenseOperations = {
  'get-recurring-expense-list': operation({
    summary: 'Lists recurring expenses, a page at a time.',
    access: expenses('view'),
    limited: 'allowed',
    bounds: { 'rows[].nextDays[]': 'three, by the store' },
    input: listInput(['nextDay', 'amount', 'kind']).extend({
      kind: Kind.optional(),
      vehicleId: Id.optional(),
      state: z.enum(RECURRING_STATES).optional(),
    }),
    output: listOutput(RecurringExpense),
  }),
  'get-recurring-expense-by-id': recurringExpenseCalls.byId('Returns one recurring expense.'),
  'save-recurring-expense': operation({
    summary:
      'Creates or changes a recurring expense. Booked expenses stay; once it was booked, its schedule cannot be changed.',
    access: expenses('save'),
    limited: 'allowed',
    subject: 'recurring',
    audit: 'recurring-expense',
    errors: [404, 409],
    example: { kind: 'lease', amount: 100, every: 'month', firstDay: '2999-01-01' },
    bounds: { 'recurring.nextDays[]': 'three, by the store' },
    input: z
      .object({
        id: Id.optional(),
        kind: Kind,
        vehicleId: optionalId,
        driverId: optionalId,
        vendorId: optionalId,
        amount: z.number(faultCode('enter-amount')).pipe(Money.min(1, faultCode('enter-amount'))),
        tax: Money.nullish().transform((tax) => tax ?? null),
        /** The currency of the organisation; others are refused. */
        currency: Currency.nullish().transform((code) => code ?? null),
        note: optionalLines(2000),
        every: z.enum(RECURRENCES),
        firstDay: ExpenseDay,
        lastDay: optionalDay,
        version: Version.optional(),
      })
      .refine(({ amount, tax }) => tax === null || tax <= amount, { error: faultCode('tax-most'), path: ['tax'] })
      .refine(({ kind }) => kind !== 'fuel', { error: faultCode('fuel-recurs'), path: ['kind'] })
      .refine(({ firstDay, lastDay }) => lastDay === null || lastDay >= firstDay, {
        error: faultCode('not-before-start'),
        path: ['lastDay'],
      }),
    output: Answer,
  }),
  'pause-recurring-expense': operation({
    summary: 'Pauses or resumes a recurring expense. Expenses of the pause are not booked later.',
    access: expenses('edit'),
    limited: 'allowed',
    subject: 'recurring',
    audit: 'recurring-expense',
    errors: [404, 409],
    unversioned: 'sets one field to the value that the person chose',
    example: { id: 999_999, paused: true },
    bounds: { 'recurring.nextDays[]': 'three, by the store' },
    input: One.extend({ paused: z.boolean() }),
    output: Answer,
  }),
  'delete-recurring-expense': recurringExpenseCalls.deleted(
    'Deletes a recurring expense; `restore-recurring-expense` undoes it. Booked expenses stay.',
  ),
  'restore-recurring-expense': recurringExpenseCalls.restored('Restores a deleted recurring expense.'),
};
