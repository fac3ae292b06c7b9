import { z } from 'zod';
import { Money } from './amount.ts';
import { Id, Instant, listInput, listOutput, optionalLines } from './common.ts';
import { DOCUMENT_KIND_NAMES, DOCUMENT_STATES } from './document-kinds.ts';
import { EXPENSE_KINDS, EXPENSE_STATES } from './expense-kinds.ts';
import { ExpenseDay } from './expense-operations.ts';
import { faultCode } from './fault.ts';
import { MAX_FILES } from './file-kinds.ts';
import { Inspection } from './inspection-operations.ts';
import { OdometerM } from './odometer.ts';
import { RUN_STATES } from './route-kinds.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

/** Runs are shown from yesterday until this many days ahead. */
export const OWN_RUN_DAYS = 7;
/** The most rows in each list of the day. */
export const MAX_OWN_ROWS = 50;

const Day = z.iso.date();
const Vehicle = z.object({ id: Id, registration: z.string() });

/** A run whose driver is the caller. */
const OwnRun = z.object({
  id: Id,
  route: z.string(),
  day: Day,
  startsAt: Instant,
  endsAt: Instant,
  state: z.enum(RUN_STATES),
  vehicle: z.string().nullable(),
  /** The stops that are not skipped. */
  stops: z.number().int(),
});
export type OwnRun = z.infer<typeof OwnRun>;

/** A document of the caller as a driver that has not been renewed. */
const OwnDocument = z.object({
  id: Id,
  kind: z.enum(DOCUMENT_KIND_NAMES),
  number: z.string().nullable(),
  validUntil: Day.nullable(),
  state: z.enum(DOCUMENT_STATES),
});
export type OwnDocument = z.infer<typeof OwnDocument>;

/** A bill that the caller entered or whose driver is the caller. */
export const OwnBill = z.object({
  id: Id,
  kind: z.enum(EXPENSE_KINDS),
  state: z.enum(EXPENSE_STATES),
  /** Why it was refused. */
  reason: z.string().nullable(),
  registration: z.string().nullable(),
  amount: Money,
  currency: z.string(),
  day: Day,
  quantity: z.number().nullable(),
  note: z.string().nullable(),
});
export type OwnBill = z.infer<typeof OwnBill>;

const myDay = grant('my-day');

/**
 * Calls for a driver's own records. None of them takes the id of a driver: the account determines the driver, and an
 * account without a driver has no records.
 */
export const myDayOperations = {
  'get-my-day': operation({
    summary:
      'Returns the day of the driver who is signed in: vehicles, runs, documents, inspections and the number of unread messages.',
    access: myDay('view'),
    limited: 'allowed',
    bounds: {
      'driver.licenceClasses[]': 'twenty, by the input',
      'vehicles[]': 'MAX_OWN_ROWS of the contract',
      'runs[]': 'MAX_OWN_ROWS of the contract',
      'documents[]': 'MAX_OWN_ROWS of the contract',
      'inspections[]': 'MAX_OWN_ROWS of the contract',
    },
    input: z.object({}),
    output: z.object({
      /** Null if no driver is linked to the account. */
      driver: z
        .object({
          id: Id,
          name: z.string(),
          licenceNumber: z.string().nullable(),
          licenceClasses: z.array(z.string()),
          licenceExpiresOn: Day.nullable(),
        })
        .nullable(),
      /** The day in the driver's organisation. */
      today: Day,
      timeZone: z.string(),
      currency: z.string(),
      /** The vehicles that the driver drives now, or on a run of these days. */
      vehicles: z.array(Vehicle).max(MAX_OWN_ROWS),
      runs: z.array(OwnRun).max(MAX_OWN_ROWS),
      documents: z.array(OwnDocument).max(MAX_OWN_ROWS),
      /** The caller's inspections, newest first. */
      inspections: z.array(Inspection).max(MAX_OWN_ROWS),
      /** Unread messages in the inbox. */
      unread: z.number().int(),
    }),
  }),
  'open-own-run': operation({
    summary:
      'Returns a link to the page on which the driver records each stop of a run; it works as one that the office sends.',
    access: { ...myDay('view'), person: true },
    limited: 'allowed',
    subject: 'routeRun',
    audit: 'run-link',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    ...ID_INPUT,
    output: z.object({ token: z.string() }),
  }),
  'get-own-bill-list': operation({
    summary: 'Lists the expenses of the driver who is signed in.',
    access: myDay('view'),
    limited: 'allowed',
    input: listInput(['day']),
    output: listOutput(OwnBill),
  }),
  'add-own-bill': operation({
    summary: "Creates and submits an expense of one of the driver's vehicles.",
    access: myDay('create'),
    limited: 'allowed',
    audit: 'expense',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { kind: 'toll', vehicleId: 999_999, amount: 100, day: '2026-01-01' },
    input: z
      .object({
        kind: z.enum(EXPENSE_KINDS, faultCode('choose-expense-kind')),
        vehicleId: Id.nullish().transform((id) => id ?? null),
        amount: z.number(faultCode('enter-amount')).pipe(Money.min(1, faultCode('enter-amount'))),
        day: ExpenseDay,
        quantity: z
          .number(faultCode('enter-number'))
          .gt(0, faultCode('more-than-nothing'))
          .max(100_000, faultCode('at-most'))
          .nullish()
          .transform((quantity) => quantity ?? null),
        fullTank: z.boolean().default(false),
        odometerM: OdometerM,
        note: optionalLines(2000),
        fileIds: z.array(Id).max(MAX_FILES, faultCode('choose-at-most')).default([]),
      })
      .refine(({ vehicleId }) => vehicleId !== null, { error: faultCode('choose-vehicle'), path: ['vehicleId'] })
      .refine(({ kind, quantity }) => kind !== 'fuel' || quantity !== null, {
        error: faultCode('enter-litres'),
        path: ['quantity'],
      }),
    output: z.object({ bill: OwnBill }),
  }),
};
