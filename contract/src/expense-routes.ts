import { z } from 'zod';
import { Currency, Money } from './amount.ts';
import {
  Empty,
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
import { MOST_FILES } from './file-kinds.ts';
import { OdometerM } from './odometer.ts';
import { OwnFilter, OwnValue, OwnValues } from './own-field-routes.ts';
import { grant, route } from './route.ts';
import { DriverSource } from './who-drove.ts';

const Kind = z.enum(EXPENSE_KINDS, faultCode('choose-expense-kind'));
const State = z.enum(EXPENSE_STATES);
/** A day that money was spent on. */
export const ExpenseDay = z.iso
  .date(faultCode('choose-day'))
  .refine((day) => day >= '1990-01-01', faultCode('choose-later-day'))
  .refine((day) => day <= '2999-12-31', faultCode('choose-earlier-day'));

const MOST_QUANTITY = 1_000_000;

const Ref = z.object({ id: Id, name: z.string() });

/** Where a bill says that the vehicle was, against where its device said that it was on that day. */
const PlaceCheck = z.object({
  /** `unknown`: of that day nothing is known, or too little to say that it was elsewhere. */
  state: z.enum(['near', 'away', 'unknown']),
  /** From where the place is known: that of the vendor, or where the photo of the bill was taken. */
  of: z.enum(['vendor', 'photo']),
  /** Between the place and where the vehicle came nearest to it, and when it did; null where there is no position. */
  distanceM: z.number().nullable(),
  at: Instant.nullable(),
});
export type PlaceCheck = z.infer<typeof PlaceCheck>;

/** Litres of the fuel bills of a vehicle and day, against what the sensor in its tank told. */
const TankCheck = z.object({
  state: z.enum(['fits', 'less']),
  /** Of all its fuel bills of the day. */
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
  /** With tax, in the smallest unit of `currency`. */
  amount: Money,
  tax: Money.nullable(),
  currency: z.string(),
  billNumber: z.string().nullable(),
  /** A day of the organisation. */
  day: z.iso.date(),
  odometerM: z.number().nullable(),
  /** Litres of fuel and AdBlue, else pieces. */
  quantity: z.number().nullable(),
  fullTank: z.boolean(),
  /** A bill of fuel before this one was not entered: what was burnt from full to full starts anew after it. */
  missedFill: z.boolean(),
  note: z.string().nullable(),
  madeBy: z.string().nullable(),
  /** Who approved or refused it. */
  decidedBy: z.string().nullable(),
  /** Whether the caller had a hand in what it says, and so leaves the decision to others where there are any. */
  mine: z.boolean(),
  /** An earlier one that may be the same, and by what. */
  duplicate: z.object({ id: Id, reason: z.enum(DUPLICATE_REASONS) }).nullable(),
  /** Null where neither vendor nor photo has a place, or there is no vehicle. */
  placeCheck: PlaceCheck.nullable(),
  /** Null for what is not fuel, for vehicles without a sensor, and before the day is over. */
  tankCheck: TankCheck.nullable(),
  /** What it was booked of, where it comes again. */
  recurringId: Id.nullable(),
  /** Counts up with each change of what it says, its files among it. */
  version: Version,
  /** What the organisation's own fields say. */
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
    /** That of the organisation: others are refused. */
    currency: Currency.nullish().transform((code) => code ?? null),
    billNumber: optionalText(60),
    day: ExpenseDay,
    odometerM: OdometerM,
    quantity: z
      .number(faultCode('enter-number'))
      .gt(0, faultCode('more-than-nothing'))
      .max(MOST_QUANTITY, faultCode('at-most'))
      .nullish()
      .transform((quantity) => quantity ?? null),
    fullTank: z.boolean().default(false),
    missedFill: z.boolean().default(false),
    /** The person confirmed that more fuel was filled than the vehicle's tank holds; refused without it. */
    overTank: z.boolean().default(false),
    note: optionalLines(2000),
    /** Left out: it is kept as a draft. */
    submit: z.boolean().default(false),
    /** Photos of the bill, which the person sent before. */
    fileIds: z.array(Id).max(MOST_FILES, faultCode('choose-at-most')).default([]),
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
/** What every list of expenses can be narrowed to. */
export const ExpenseListInput = listInput(['day', 'amount', 'kind']).extend({
  kind: Kind.optional(),
  vehicleId: Id.optional(),
  /** Of no vehicle. */
  noVehicle: z.boolean().optional(),
  /** Of vehicles that are in it now. */
  groupId: Id.optional(),
  driverId: Id.optional(),
  vendorId: Id.optional(),
  /** What was booked of it. */
  recurringId: Id.optional(),
  firstDay: ExpenseDay.optional(),
  lastDay: ExpenseDay.optional(),
  /** Those alone that the vehicle's device contradicts. */
  doubt: z.enum(EXPENSE_FINDINGS).optional(),
  own: OwnFilter,
});

export const TOTALS_BY = ['kind', 'vehicle', 'month'] as const;

export const expenseRoutes = {
  'get-expense-list': route({
    access: expenses('view'),
    limited: 'allowed',
    bounds: { 'rows[].own[]': 'MOST_OWN_FIELDS of the contract' },
    input: ExpenseListInput.extend({
      /** `spent`: what waits or is approved, as totals and budgets count it. */
      state: z.enum([...EXPENSE_STATES, 'spent']).optional(),
    }),
    output: listOutput(Expense),
  }),
  'get-expense-by-id': route({
    access: expenses('view'),
    limited: 'allowed',
    subject: 'expense',
    example: { id: 999_999 },
    bounds: { 'expense.own[]': 'MOST_OWN_FIELDS of the contract' },
    input: z.object({ id: Id }),
    output: z.object({ expense: Expense }),
  }),
  /** One that is approved cannot be changed; one that was refused is submitted again, or a draft. */
  'save-expense': route({
    access: expenses('save'),
    limited: 'allowed',
    subject: 'expense',
    example: { kind: 'toll', amount: 100, day: '2026-01-01' },
    bounds: { 'expense.own[]': 'MOST_OWN_FIELDS of the contract' },
    input: ExpenseInput,
    output: z.object({ expense: Expense }),
  }),
  /** Hides it; `restore-expense` undoes it. One that is approved stays. */
  'delete-expense': route({
    access: expenses('delete'),
    limited: 'allowed',
    subject: 'expense',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-expense': route({
    access: expenses('delete'),
    limited: 'allowed',
    subject: 'expense',
    example: { id: 999_999 },
    bounds: { 'expense.own[]': 'MOST_OWN_FIELDS of the contract' },
    input: z.object({ id: Id }),
    output: z.object({ expense: Expense }),
  }),
  /** The first of each field by what is typed, what is chosen among it, and what a new one begins with. */
  'get-expense-choices': route({
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
      /** Of vehicles that moved on, the record of this day is offered; with a vehicle, who drove it on the day is told. */
      day: z.iso.date().optional(),
    }),
    output: z.object({
      vehicles: z.array(Ref),
      vehiclesTotal: z.number().int(),
      drivers: z.array(Ref),
      driversTotal: z.number().int(),
      vendors: z.array(Ref),
      vendorsTotal: z.number().int(),
      /** Of the vehicle's organisation, or the caller's own. */
      currency: z.string(),
      today: z.iso.date(),
      /** The vehicle of the expense that the caller entered last, else what the caller drives now. */
      lastVehicleId: Id.nullable(),
      /** What the tank of the chosen vehicle holds, litres; null where it is not known. */
      tankL: z.number().nullable(),
      /** Who drove the vehicle most of that day, and how that is known. */
      whoDrove: Ref.extend({ source: DriverSource }).nullable(),
    }),
  }),
  /** The vendor of this name, which is made where there is none. */
  'name-vendor': route({
    access: expenses('create'),
    limited: 'allowed',
    example: { name: 'Depot' },
    input: z.object({ name: text(100) }),
    output: z.object({ vendor: Ref }),
  }),
  /** Whether something like it was entered before: the same bill of a vendor, or the same amount of a vehicle and day. */
  'get-expense-duplicate': route({
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
  /** What was spent, approved or waiting, by kind, vehicle or month; the most first, months in their order. */
  'get-expense-totals': route({
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
      /** How many are told; `total` says how many there are. */
      most: z.number().int().min(1).max(10_000).optional(),
    }),
    output: listOutput(
      z.object({
        /** The kind, the registration or the first day of the month; null: of no vehicle. */
        of: z.string().nullable(),
        vehicleId: Id.nullable(),
        count: z.number().int(),
        amount: z.number(),
        currency: z.string(),
      }),
    ),
  }),
};
