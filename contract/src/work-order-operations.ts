import { z } from 'zod';
import { Currency, Money } from './amount.ts';
import {
  ChosenInstant,
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
import { faultCode } from './fault.ts';
import { CHOSEN_STATES, WORK_ORDER_STATES } from './maintenance-kinds.ts';
import { OdometerM } from './odometer.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const MAX_LINES = 50;
const MAX_QUANTITY = 100_000;
const MAX_HOURS = 10_000;

const Ref = z.object({ id: Id, name: z.string() });

/** The work to do; a task with a service plan restarts its interval. */
const Task = z.object({
  text: text(200),
  planId: Id.nullish().transform((id) => id ?? null),
  done: z.boolean().default(false),
});

/** The price is that of one piece, in the smallest unit of the order's currency. */
const Part = z.object({
  name: text(100),
  quantity: z
    .number(faultCode('enter-number'))
    .gt(0, faultCode('more-than-nothing'))
    .max(MAX_QUANTITY, faultCode('at-most')),
  price: Money,
});

/** Work on a vehicle, from its order to its bill. */
export const WorkOrder = z.object({
  id: Id,
  organisationId: Id,
  /** Numbered within its organisation. */
  number: z.number().int(),
  title: z.string(),
  state: z.enum(WORK_ORDER_STATES),
  vehicleId: Id,
  registration: z.string(),
  vendorId: Id.nullable(),
  vendorName: z.string().nullable(),
  tasks: z.array(z.object({ text: z.string(), planId: Id.nullable(), done: z.boolean() })),
  parts: z.array(z.object({ name: z.string(), quantity: z.number(), price: Money })),
  labourHours: z.number().nullable(),
  labourCost: Money.nullable(),
  /** The cost of parts and labour, in the smallest unit of `currency`. */
  cost: Money,
  currency: z.string(),
  /** While the vehicle is out of service, its movement raises no alarm. Without an end it continues. */
  outFrom: Instant.nullable(),
  outTo: Instant.nullable(),
  note: z.string().nullable(),
  /** For a completed one. */
  doneOn: z.iso.date().nullable(),
  odometerM: z.number().nullable(),
  billNumber: z.string().nullable(),
  /** The expense that was booked for it. */
  expenseId: Id.nullable(),
  madeBy: z.string().nullable(),
  version: Version,
});
export type WorkOrder = z.infer<typeof WorkOrder>;

const optionalMoment = ChosenInstant.nullish().transform((at) => at ?? null);

const WorkOrderInput = z
  .object({
    id: Id.optional(),
    title: text(100),
    state: z.enum(CHOSEN_STATES).default('open'),
    vehicleId: Id.nullish().transform((id) => id ?? null),
    vendorId: Id.nullish().transform((id) => id ?? null),
    tasks: z.array(Task).max(MAX_LINES, faultCode('at-most-entries')).default([]),
    parts: z.array(Part).max(MAX_LINES, faultCode('at-most-entries')).default([]),
    labourHours: z
      .number(faultCode('enter-number'))
      .gt(0, faultCode('more-than-nothing'))
      .max(MAX_HOURS, faultCode('at-most'))
      .nullish()
      .transform((hours) => hours ?? null),
    labourCost: Money.nullish().transform((cost) => cost ?? null),
    /** The currency of the organisation; others are refused. */
    currency: Currency.nullish().transform((code) => code ?? null),
    outFrom: optionalMoment,
    outTo: optionalMoment,
    note: optionalLines(2000),
    version: Version.optional(),
  })
  .refine(({ vehicleId }) => vehicleId !== null, { error: faultCode('choose-vehicle'), path: ['vehicleId'] })
  .refine(({ outFrom, outTo }) => outTo === null || (outFrom !== null && Date.parse(outTo) > Date.parse(outFrom)), {
    error: faultCode('after-start'),
    path: ['outTo'],
  });

const maintenance = grant('maintenance');
const order = z.object({ order: WorkOrder });

const workOrderCalls = recordCalls({
  view: maintenance('view'),
  remove: maintenance('delete'),
  limited: 'allowed',
  subject: 'workOrder',
  audit: ['work-order', 'vehicle'],
  output: order,
});

export const workOrderOperations = {
  'get-work-order-list': operation({
    summary: 'Lists work orders, a page at a time.',
    access: maintenance('view'),
    limited: 'allowed',
    input: listInput(['number', 'title', 'state', 'cost', 'outFrom']).extend({
      state: z.enum(WORK_ORDER_STATES).optional(),
      vehicleId: Id.optional(),
    }),
    output: listOutput(WorkOrder),
  }),
  'get-work-order-by-id': workOrderCalls.byId('Returns one work order.'),
  'save-work-order': operation({
    summary: 'Creates or changes a work order that is not closed.',
    access: maintenance('save'),
    limited: 'allowed',
    bodyBytes: 65_536,
    subject: 'workOrder',
    audit: ['work-order', 'vehicle'],
    errors: [404, 409],
    example: { title: 'Brakes', vehicleId: 999_999 },
    input: WorkOrderInput,
    output: order,
  }),
  'close-work-order': operation({
    summary:
      'Closes a work order: its cost becomes an expense that waits for approval, the plans of its done tasks count from that day, and the vehicle is in service again.',
    access: maintenance('edit'),
    limited: 'allowed',
    subject: 'workOrder',
    audit: ['work-order', 'service-record', 'meter', 'vehicle', 'expense'],
    errors: [404, 409],
    example: { id: 999_999, day: '2026-01-01' },
    input: z.object({
      id: Id,
      version: Version.optional(),
      day: z.iso.date(faultCode('choose-day')),
      odometerM: OdometerM,
      billNumber: optionalText(60),
    }),
    output: order,
  }),
  'reopen-work-order': operation({
    summary:
      'Reopens a closed work order and withdraws its expense, unless that is approved. The vehicle stays in service.',
    access: maintenance('edit'),
    limited: 'allowed',
    subject: 'workOrder',
    audit: ['work-order', 'service-record', 'meter', 'expense'],
    errors: [404, 409],
    unversioned: 'sets one field to the value that the person chose',
    ...ID_INPUT,
    output: order,
  }),
  'delete-work-order': workOrderCalls.deleted(
    'Deletes a work order that is not closed; `restore-work-order` undoes it.',
  ),
  'restore-work-order': workOrderCalls.restored('Restores a deleted work order.'),
  'get-work-order-choices': operation({
    summary:
      'Returns vehicles and vendors for the form of a work order by part of their name, and the services of the chosen vehicle.',
    access: maintenance('view'),
    limited: 'allowed',
    bounds: { 'vehicles[]': 50, 'vendors[]': 50, 'services[]': 'MAX_SERVICES of the store' },
    input: z.object({
      vehicle: searchText(100),
      vendor: searchText(100),
      vehicleId: Id.optional(),
      vendorId: Id.optional(),
    }),
    output: z.object({
      vehicles: z.array(Ref),
      vehiclesTotal: z.number().int(),
      vendors: z.array(Ref),
      vendorsTotal: z.number().int(),
      services: z.array(z.object({ planId: Id, task: z.string(), daysLeft: z.number().int().nullable() })),
      /** The currency of the vehicle's organisation, or of the caller's own. */
      currency: z.string(),
      today: z.iso.date(),
    }),
  }),
};
