import { z } from 'zod';
import { Money } from './amount.ts';
import { Id, listOutput, searchText, Version } from './common.ts';
import { EXPENSE_KINDS } from './expense-kinds.ts';
import { ExpenseDay } from './expense-operations.ts';
import { faultCode } from './fault.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

/** The first day of a month. */
const Month = ExpenseDay.refine((day) => day.endsWith('-01'), faultCode('choose-month'));
const Ref = z.object({ id: Id, name: z.string() });

/** The amount that can be spent each month. */
export const Budget = z.object({
  id: Id,
  organisationId: Id,
  /** Null: all kinds together. */
  kind: z.enum(EXPENSE_KINDS).nullable(),
  /** For a vehicle, or for the present vehicles of a group; otherwise for the whole organisation. */
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
  organisationName: z.string(),
  amount: Money,
  currency: z.string(),
  firstMonth: z.iso.date(),
  lastMonth: z.iso.date().nullable(),
  version: Version,
});
export type Budget = z.infer<typeof Budget>;

const optionalId = Id.nullish().transform((id) => id ?? null);
const expenses = grant('expenses');
// People who approve expenses also set the budgets.
const approval = grant('expense-approval');

const budgetCalls = recordCalls({
  view: approval('view'),
  remove: approval('edit'),
  limited: 'allowed',
  subject: 'budget',
  audit: 'budget',
  output: z.object({ budget: Budget }),
});

export const budgetOperations = {
  'get-budget-list': operation({
    summary: 'Lists the budgets that hold in a month, with the amount spent of each, approved or waiting.',
    access: expenses('view'),
    limited: 'allowed',
    example: { month: '2026-01-01' },
    bounds: { 'rows[]': 10000 },
    input: z.object({ month: Month, vehicleId: Id.optional() }),
    output: listOutput(
      Budget.extend({
        spent: z.number(),
        /** Negative if more was spent. */
        left: z.number(),
      }),
    ),
  }),
  'get-budget-by-id': budgetCalls.byId('Returns one budget.'),
  'save-budget': operation({
    summary: 'Creates or changes a budget.',
    access: approval('edit'),
    limited: 'allowed',
    subject: 'budget',
    audit: 'budget',
    errors: [404, 409],
    oneRight: 'a budget is a decision on expenses',
    example: { amount: 100, firstMonth: '2026-01-01' },
    input: z
      .object({
        id: Id.optional(),
        kind: z
          .enum(EXPENSE_KINDS)
          .nullish()
          .transform((kind) => kind ?? null),
        vehicleId: optionalId,
        groupId: optionalId,
        amount: z.number(faultCode('enter-amount')).pipe(Money.min(1, faultCode('enter-amount'))),
        firstMonth: Month,
        lastMonth: Month.nullish().transform((month) => month ?? null),
        version: Version.optional(),
      })
      .refine(({ vehicleId, groupId }) => vehicleId === null || groupId === null, {
        error: faultCode('vehicle-or-group'),
        path: ['groupId'],
      })
      .refine(({ firstMonth, lastMonth }) => lastMonth === null || lastMonth >= firstMonth, {
        error: faultCode('not-before-start'),
        path: ['lastMonth'],
      }),
    output: z.object({ budget: Budget }),
  }),
  'delete-budget': budgetCalls.deleted('Deletes a budget; `restore-budget` undoes it.'),
  'restore-budget': budgetCalls.restored('Restores a deleted budget.'),
  'get-budget-choices': operation({
    summary:
      'Returns vehicles and groups for the form of a budget, by part of their name, with the chosen ones and the currency.',
    access: approval('view'),
    limited: 'allowed',
    bounds: { 'vehicles[]': 50, 'groups[]': 50 },
    input: z.object({
      vehicle: searchText(100),
      group: searchText(100),
      vehicleId: Id.optional(),
      groupId: Id.optional(),
    }),
    output: z.object({
      vehicles: z.array(Ref),
      vehiclesTotal: z.number().int(),
      groups: z.array(Ref),
      groupsTotal: z.number().int(),
      /** The currency of the vehicle's or group's organisation, or of the caller's own. */
      currency: z.string(),
    }),
  }),
};
