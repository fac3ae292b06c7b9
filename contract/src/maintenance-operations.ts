import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput, optionalLines, searchText, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { SERVICE_LIMITS, SERVICE_STATES } from './maintenance-kinds.ts';
import { OdometerM } from './odometer.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { VehicleType } from './vehicle-operations.ts';

const MAX_EVERY_M = 2_000_000_000;
const MAX_EVERY_ENGINE_S = 100_000 * 3600;
const MAX_LISTED = 500;

const Ref = z.object({ id: Id, name: z.string() });

const Day = z.iso
  .date(faultCode('choose-day'))
  .refine((day) => day >= '1990-01-01', faultCode('choose-later-day'))
  .refine((day) => day <= '2999-12-31', faultCode('choose-earlier-day'));

const amount = (most: number) =>
  z.number(faultCode('enter-number')).gt(0, faultCode('more-than-nothing')).max(most, faultCode('at-most'));
const optional = <Schema extends z.ZodType<number>>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);
const reading = (most: number) =>
  optional(z.number(faultCode('enter-number')).min(0, faultCode('at-least')).max(most, faultCode('at-most')));

/** Recurring work on vehicles: after a distance, engine hours or months, whichever comes first. */
export const ServicePlan = z.object({
  id: Id,
  organisationId: Id,
  task: z.string(),
  everyM: z.number().nullable(),
  everyEngineS: z.number().nullable(),
  everyMonths: z.number().int().nullable(),
  /** The lead of the warning: the remaining distance or hours, or the days. */
  leadM: z.number().nullable(),
  leadEngineS: z.number().nullable(),
  leadDays: z.number().int(),
  allVehicles: z.boolean(),
  vehicles: z.array(Ref),
  groups: z.array(Ref),
  types: z.array(VehicleType),
  /** The start of counting, at the end of this day, for vehicles at which the service was never done. */
  countedFrom: z.iso.date(),
  note: z.string().nullable(),
  /** The number of vehicles that it covers, and of those at which it is overdue. */
  vehicleCount: z.number().int(),
  overdue: z.number().int(),
  version: Version,
});
export type ServicePlan = z.infer<typeof ServicePlan>;

const PlanInput = z
  .object({
    id: Id.optional(),
    task: text(100),
    everyM: optional(amount(MAX_EVERY_M)),
    everyEngineS: optional(amount(MAX_EVERY_ENGINE_S)),
    everyMonths: optional(
      z
        .number(faultCode('enter-number'))
        .int(faultCode('enter-whole-number'))
        .min(1, faultCode('at-least'))
        .max(240, faultCode('at-most')),
    ),
    leadM: optional(amount(MAX_EVERY_M)),
    leadEngineS: optional(amount(MAX_EVERY_ENGINE_S)),
    leadDays: z
      .number(faultCode('enter-number'))
      .int(faultCode('enter-whole-number'))
      .min(0, faultCode('at-least'))
      .max(365, faultCode('at-most')),
    allVehicles: z.boolean().default(false),
    vehicleIds: z.array(Id).max(MAX_LISTED, faultCode('choose-at-most')).default([]),
    groupIds: z.array(Id).max(MAX_LISTED, faultCode('choose-at-most')).default([]),
    types: z.array(VehicleType).max(20, faultCode('choose-at-most')).default([]),
    countedFrom: Day,
    note: optionalLines(2000),
    version: Version.optional(),
  })
  .refine(({ everyM, everyEngineS, everyMonths }) => [everyM, everyEngineS, everyMonths].some((one) => one !== null), {
    error: faultCode('choose-interval'),
    path: ['everyM'],
  })
  .refine(
    ({ allVehicles, vehicleIds, groupIds, types }) =>
      allVehicles || vehicleIds.length + groupIds.length + types.length > 0,
    { error: faultCode('choose-plan-vehicles'), path: ['vehicleIds'] },
  );

/** The next due date of a plan at a vehicle. Remaining amounts are negative when overdue. */
export const ServiceDue = z.object({
  id: Id,
  planId: Id,
  task: z.string(),
  vehicleId: Id,
  registration: z.string(),
  state: z.enum(SERVICE_STATES),
  /**
   * The day on which the first limit is or was reached; null if it cannot be forecast, as for a vehicle that stands.
   */
  dueOn: z.iso.date().nullable(),
  daysLeft: z.number().int().nullable(),
  dueBy: z.enum(SERVICE_LIMITS).nullable(),
  leftM: z.number().nullable(),
  leftEngineS: z.number().nullable(),
  /** The lead of the warning, as in the plan. */
  leadM: z.number().nullable(),
  leadEngineS: z.number().nullable(),
  leadDays: z.number().int(),
  /** Tracked since the last service, not counting its day. */
  usedM: z.number(),
  usedEngineS: z.number(),
  /** The average per day, over the last 30 days. */
  perDayM: z.number(),
  perDayEngineS: z.number(),
  /** When it was last done; null: never recorded. */
  lastDay: z.iso.date().nullable(),
  /** The present day in the time zone of the vehicle's organisation. */
  today: z.iso.date(),
  /** When it was computed. */
  countedAt: Instant,
});
export type ServiceDue = z.infer<typeof ServiceDue>;

/** A completed service of a vehicle. */
export const ServiceRecord = z.object({
  id: Id,
  planId: Id,
  task: z.string(),
  vehicleId: Id,
  registration: z.string(),
  day: z.iso.date(),
  odometerM: z.number().nullable(),
  engineS: z.number().nullable(),
  note: z.string().nullable(),
  madeBy: z.string().nullable(),
  /** The work order with which it was done; reopening the work order undoes it. */
  workOrderId: Id.nullable(),
});
export type ServiceRecord = z.infer<typeof ServiceRecord>;

const maintenance = grant('maintenance');

const servicePlanCalls = recordCalls({
  view: maintenance('view'),
  remove: maintenance('delete'),
  limited: 'denied',
  subject: 'servicePlan',
  audit: 'service-plan',
  output: z.object({ plan: ServicePlan }),
});

export const maintenanceOperations = {
  'get-service-due-list': operation({
    summary:
      'Lists services that are due, computed within the last hour: the earliest first, those without a known day last.',
    access: maintenance('view'),
    limited: 'allowed',
    input: listInput(['dueOn', 'registration', 'task']).extend({
      state: z.enum(SERVICE_STATES).optional(),
      vehicleId: Id.optional(),
      planId: Id.optional(),
    }),
    output: listOutput(ServiceDue),
  }),
  'get-service-plan-list': operation({
    summary: 'Lists service plans, a page at a time.',
    access: maintenance('view'),
    limited: 'denied',
    input: listInput(['task', 'vehicleCount', 'overdue']),
    output: listOutput(ServicePlan),
  }),
  'get-service-plan-by-id': servicePlanCalls.byId('Returns one service plan.'),
  'save-service-plan': operation({
    summary: "Creates or changes a service plan for vehicles of the caller's own organisation.",
    access: maintenance('save'),
    limited: 'denied',
    bodyBytes: 65_536,
    subject: 'servicePlan',
    audit: 'service-plan',
    errors: [404, 409],
    example: { task: 'Oil', everyM: 10_000_000, leadDays: 14, allVehicles: true, countedFrom: '2026-01-01' },
    input: PlanInput,
    output: z.object({ plan: ServicePlan }),
  }),
  'delete-service-plan': servicePlanCalls.deleted(
    'Deletes a service plan; `restore-service-plan` undoes it. Its service records stay.',
  ),
  'restore-service-plan': servicePlanCalls.restored('Restores a deleted service plan.'),
  'get-service-plan-choices': operation({
    summary:
      'Returns the groups and vehicles for the form of a service plan: all groups, and the first 50 vehicles by part of their registration.',
    access: maintenance('view'),
    limited: 'denied',
    bounds: { 'groups[]': 10000, 'vehicles[]': 50 },
    input: z.object({ vehicle: searchText(100) }),
    output: z.object({
      groups: z.array(Ref),
      groupsTotal: z.number().int(),
      vehicles: z.array(Ref),
      vehiclesTotal: z.number().int(),
      today: z.iso.date(),
    }),
  }),
  'get-service-record-list': operation({
    summary: 'Lists services that were done, the newest first.',
    access: maintenance('view'),
    limited: 'allowed',
    input: listInput(['day']).extend({ vehicleId: Id.optional(), planId: Id.optional() }),
    output: listOutput(ServiceRecord),
  }),
  'add-service-record': operation({
    summary:
      'Records that a service was done on a vehicle. The plan counts from that day, unless a later service is known.',
    access: maintenance('edit'),
    limited: 'allowed',
    audit: ['service-record', 'meter'],
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { planId: 999_999, vehicleId: 999_999, day: '2026-01-01' },
    input: z.object({
      planId: Id,
      vehicleId: Id,
      day: Day,
      odometerM: OdometerM,
      engineS: reading(MAX_EVERY_ENGINE_S * 10),
      note: optionalLines(500),
    }),
    output: z.object({ record: ServiceRecord }),
  }),
  'delete-service-record': operation({
    summary:
      'Deletes a service record, so that the plan counts from the one before; `restore-service-record` undoes it.',
    access: maintenance('edit'),
    limited: 'allowed',
    subject: 'serviceRecord',
    audit: ['service-record', 'meter'],
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-service-record': operation({
    summary: 'Restores a deleted service record.',
    access: maintenance('edit'),
    limited: 'allowed',
    subject: 'serviceRecord',
    audit: ['service-record', 'meter'],
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    ...ID_INPUT,
    output: z.object({ record: ServiceRecord }),
  }),
};
