import { z } from 'zod';
import { Currency, Money } from './amount.ts';
import {
  Id,
  Instant,
  listInput,
  listOutput,
  optionalLines,
  optionalText,
  searchText,
  text,
  Version,
} from './common.ts';
import { DUPLICATE_REASONS, EXPENSE_FINDINGS, EXPENSE_KINDS, EXPENSE_STATES } from './expense-kinds.ts';
import { faultCode } from './fault.ts';
import { MAX_FILES } from './file-kinds.ts';
import { OdometerM } from './odometer.ts';
import { OwnFilter, OwnValue, OwnValues } from './own-field-operations.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { DriverSource } from './who-drove.ts';

const Kind = z.enum(EXPENSE_KINDS, faultCode('choose-expense-kind'));
const State = z.enum(EXPENSE_STATES);
/** The day of an expense. */
export const ExpenseDay = z.iso
  .date(faultCode('choose-day'))
  .refine((day) => day >= '1990-01-01', faultCode('choose-later-day'))
  .refine((day) => day <= '2999-12-31', faultCode('choose-earlier-day'));

const MAX_QUANTITY = 1_000_000;

const Ref = z.object({ id: Id, name: z.string() });

/** Compares the location of a bill with the vehicle's positions of that day. */
const PlaceCheck = z.object({
  /** `unknown`: no data for that day, or too little to prove that the vehicle was elsewhere. */
  state: z.enum(['near', 'away', 'unknown']),
  /** The source of the location: the vendor's coordinates, or those of the photo of the bill. */
  of: z.enum(['vendor', 'photo']),
  /** The vehicle's shortest distance to the location, and its time; null without a position. */
  distanceM: z.number().nullable(),
  at: Instant.nullable(),
});
export type PlaceCheck = z.infer<typeof PlaceCheck>;

/** Compares the litres of the fuel bills of a vehicle and day with its fuel level sensor. */
const TankCheck = z.object({
  state: z.enum(['fits', 'less']),
  /** The total of its fuel bills of the day. */
  billedL: z.number(),
  roseL: z.number(),
});
export type TankCheck = z.infer<typeof TankCheck>;

/** Money spent on a vehicle or for the fleet. */
export const Expense = z.object({
  id: Id,
  organisationId: Id,
  kind: Kind,
  state: State,
  /** Why it was refused. */
  reason: z.string().nullable(),
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
  driverId: Id.nullable(),
  driverName: z.string().nullable(),
  vendorId: Id.nullable(),
  vendorName: z.string().nullable(),
  /** Including tax, in the smallest unit of `currency`. */
  amount: Money,
  tax: Money.nullable(),
  currency: z.string(),
  billNumber: z.string().nullable(),
  /** A day in the organisation's time zone. */
  day: z.iso.date(),
  odometerM: z.number().nullable(),
  /** Litres of fuel or AdBlue; otherwise pieces. */
  quantity: z.number().nullable(),
  fullTank: z.boolean(),
  /** A fuel bill before this one was not entered, so consumption between full tanks restarts after it. */
  missedFill: z.boolean(),
  note: z.string().nullable(),
  madeBy: z.string().nullable(),
  /** The person who approved or refused it. */
  decidedBy: z.string().nullable(),
  /** True if the caller contributed to it and so leaves the decision to others, if there are any. */
  mine: z.boolean(),
  /** An earlier expense that may be the same, and the reason. */
  duplicate: z.object({ id: Id, reason: z.enum(DUPLICATE_REASONS) }).nullable(),
  /** Null if neither the vendor nor the photo has coordinates, or without a vehicle. */
  placeCheck: PlaceCheck.nullable(),
  /** Null for expenses other than fuel, for vehicles without a sensor, and before the day is over. */
  tankCheck: TankCheck.nullable(),
  /** The recurring expense from which it was booked, if any. */
  recurringId: Id.nullable(),
  /** Increases with each change of its fields or files. */
  version: Version,
  /** The values of the organisation's custom fields. */
  own: z.array(OwnValue),
});
export type Expense = z.infer<typeof Expense>;

const optionalId = Id.nullish().transform((id) => id ?? null);

const ExpenseInput = z
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
    billNumber: optionalText(60),
    day: ExpenseDay,
    odometerM: OdometerM,
    quantity: z
      .number(faultCode('enter-number'))
      .gt(0, faultCode('more-than-nothing'))
      .max(MAX_QUANTITY, faultCode('at-most'))
      .nullish()
      .transform((quantity) => quantity ?? null),
    fullTank: z.boolean().default(false),
    missedFill: z.boolean().default(false),
    /** The person confirmed a quantity above the capacity of the vehicle's tank; refused without it. */
    overTank: z.boolean().default(false),
    note: optionalLines(2000),
    /** Left out: stored as a draft. */
    submit: z.boolean().default(false),
    /** Photos of the bill, uploaded by the person beforehand. */
    fileIds: z.array(Id).max(MAX_FILES, faultCode('choose-at-most')).default([]),
    version: Version.optional(),
    own: OwnValues,
  })
  .refine(({ amount, tax }) => tax === null || tax <= amount, { error: faultCode('tax-most'), path: ['tax'] })
  .refine(({ kind, quantity }) => kind !== 'fuel' || quantity !== null, {
    error: faultCode('enter-litres'),
    path: ['quantity'],
  })
  .refine(({ kind, vehicleId }) => kind !== 'fuel' || vehicleId !== null, {
    error: faultCode('choose-vehicle'),
    path: ['vehicleId'],
  });

const expenses = grant('expenses');
/** The filters that every list of expenses has. */
export const ExpenseListInput = listInput(['day', 'amount', 'kind']).extend({
  kind: Kind.optional(),
  vehicleId: Id.optional(),
  /** Only expenses without a vehicle. */
  noVehicle: z.boolean().optional(),
  /** Only vehicles that are in this group now. */
  groupId: Id.optional(),
  driverId: Id.optional(),
  vendorId: Id.optional(),
  /** Only expenses booked from this recurring expense. */
  recurringId: Id.optional(),
  firstDay: ExpenseDay.optional(),
  lastDay: ExpenseDay.optional(),
  /** Only expenses that the data of the vehicle's device contradicts. */
  doubt: z.enum(EXPENSE_FINDINGS).optional(),
  own: OwnFilter,
});

export const TOTALS_BY = ['kind', 'vehicle', 'month'] as const;

const expenseCalls = recordCalls({
  view: expenses('view'),
  remove: expenses('delete'),
  limited: 'allowed',
  subject: 'expense',
  audit: 'expense',
  bounds: { 'expense.own[]': 'MAX_OWN_FIELDS of the contract' },
  output: z.object({ expense: Expense }),
});

export const expenseOperations = {
  'get-expense-list': operation({
    summary: 'Lists expenses, a page at a time.',
    access: expenses('view'),
    limited: 'allowed',
    bounds: { 'rows[].own[]': 'MAX_OWN_FIELDS of the contract' },
    input: ExpenseListInput.extend({
      /** `spent`: waiting or approved, as counted in totals and budgets. */
      state: z.enum([...EXPENSE_STATES, 'spent']).optional(),
    }),
    output: listOutput(Expense),
  }),
  'get-expense-by-id': expenseCalls.byId('Returns one expense.'),
  'save-expense': operation({
    summary:
      'Creates or changes an expense. An approved one cannot be changed; a refused one is submitted again or becomes a draft.',
    access: expenses('save'),
    limited: 'allowed',
    subject: 'expense',
    audit: 'expense',
    errors: [404, 409],
    example: { kind: 'toll', amount: 100, day: '2026-01-01' },
    bounds: { 'expense.own[]': 'MAX_OWN_FIELDS of the contract' },
    input: ExpenseInput,
    output: z.object({ expense: Expense }),
  }),
  'delete-expense': expenseCalls.deleted('Deletes an expense that is not approved; `restore-expense` undoes it.'),
  'restore-expense': expenseCalls.restored('Restores a deleted expense.'),
  'get-expense-choices': operation({
    summary:
      'Returns vehicles, drivers and vendors for the form of an expense, by part of their name, with the chosen ones and the defaults of a new one.',
    access: expenses('view'),
    limited: 'allowed',
    bounds: { 'vehicles[]': 50, 'drivers[]': 50, 'vendors[]': 50 },
    input: z.object({
      vehicle: searchText(100),
      driver: searchText(100),
      vendor: searchText(100),
      vehicleId: Id.optional(),
      driverId: Id.optional(),
      vendorId: Id.optional(),
      /**
       * For vehicles that moved to another organisation, the record of this day is offered. With a vehicle, the driver
       * of that day is returned.
       */
      day: z.iso.date().optional(),
    }),
    output: z.object({
      vehicles: z.array(Ref),
      vehiclesTotal: z.number().int(),
      drivers: z.array(Ref),
      driversTotal: z.number().int(),
      vendors: z.array(Ref),
      vendorsTotal: z.number().int(),
      /** The currency of the vehicle's organisation, or of the caller's own. */
      currency: z.string(),
      today: z.iso.date(),
      /** The vehicle of the caller's last expense, otherwise the vehicle that the caller drives now. */
      lastVehicleId: Id.nullable(),
      /** The tank capacity of the chosen vehicle in litres; null if unknown. */
      tankL: z.number().nullable(),
      /** Who drove the vehicle most on that day, and the source of that information. */
      whoDrove: Ref.extend({ source: DriverSource }).nullable(),
    }),
  }),
  'name-vendor': operation({
    summary: 'Returns the vendor of a name and creates it where there is none.',
    access: expenses('create'),
    limited: 'allowed',
    audit: 'contact',
    errors: [409],
    unversioned: 'creates a new record',
    example: { name: 'Depot' },
    input: z.object({ name: text(100) }),
    output: z.object({ vendor: Ref }),
  }),
  'get-expense-duplicate': operation({
    summary:
      'Returns an expense that may be the same: the same bill of a vendor, or the same amount of a vehicle and day; null where there is none.',
    access: expenses('view'),
    limited: 'allowed',
    subject: 'expense',
    example: { day: '2026-01-01', amount: 100 },
    input: z.object({
      id: Id.optional(),
      vehicleId: optionalId,
      vendorId: optionalId,
      billNumber: optionalText(60),
      day: ExpenseDay,
      amount: Money,
    }),
    output: z.object({ duplicate: z.object({ id: Id, reason: z.enum(DUPLICATE_REASONS) }).nullable() }),
  }),
  'get-expense-totals': operation({
    summary:
      'Returns the amounts spent, approved or waiting, by kind, vehicle or month: the largest first, months in their order.',
    access: expenses('view'),
    limited: 'allowed',
    weight: 'heavy',
    example: { by: 'kind', firstDay: '2026-01-01', lastDay: '2026-01-31' },
    bounds: { 'rows[]': 10000 },
    input: z.object({
      by: z.enum(TOTALS_BY),
      firstDay: ExpenseDay,
      lastDay: ExpenseDay,
      vehicleId: Id.optional(),
      kind: Kind.optional(),
      /** How many rows are returned; `total` is the full count. */
      most: z.number().int().min(1).max(10_000).optional(),
    }),
    output: listOutput(
      z.object({
        /** The kind, the registration or the first day of the month; null: without a vehicle. */
        of: z.string().nullable(),
        vehicleId: Id.nullable(),
        count: z.number().int(),
        amount: z.number(),
        currency: z.string(),
      }),
    ),
  }),
};
