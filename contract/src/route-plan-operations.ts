import { z } from 'zod';
import { Override, OverrideReason } from './availability-operations.ts';
import { Empty, Id, listInput, listOutput, optionalDay, optionalLines, Coordinates, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_OUTLET_CODE_LENGTH } from './outlet-kinds.ts';
import { DWELL_S, MAX_PLANS, MAX_STOPS, MAX_WEEKS } from './route-kinds.ts';
import { ClockMin, Driving, Ref, RouteOutlet, RouteStop, StopInput, stopList } from './route-stop.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const Weekday = z.number().int().min(1).max(7);

const When = z.object({
  validFrom: z.iso.date(),
  /** Null: until further notice. */
  validTo: z.iso.date().nullable(),
  /** 1 Monday to 7 Sunday. */
  weekdays: z.array(Weekday).max(7),
  /** The interval in weeks, counted from the week of `validFrom`. */
  everyWeeks: z.number().int(),
  /** Minutes of the organisation's local day. */
  startMin: z.number().int(),
});

export const Route = z.object({
  id: Id,
  organisationId: Id,
  name: z.string(),
  colour: z.string(),
  note: z.string().nullable(),
  /** No more runs are created from it. */
  archived: z.boolean(),
  version: Version,
});
export type Route = z.infer<typeof Route>;

/** A row of the list: the route with its present plan, otherwise the next one, otherwise the last. */
export const RouteRow = Route.extend({
  plan: When.extend({ stops: z.number().int(), vehicle: Ref.nullable(), driver: Ref.nullable() }).nullable(),
  /** The day of the next run that is not cancelled. */
  nextRun: z.iso.date().nullable(),
});
export type RouteRow = z.infer<typeof RouteRow>;

const DepotPlace = Ref.extend({ place: Coordinates });

/** When a route runs, with which vehicle and driver, and its stops in their order. */
export const RoutePlan = When.extend({
  id: Id,
  routeId: Id,
  beginDepot: DepotPlace.nullable(),
  endDepot: DepotPlace.nullable(),
  vehicle: Ref.nullable(),
  driver: Ref.nullable(),
  /** The shortest time at an outlet that counts as served, seconds. */
  shortestDwellS: z.number().int(),
  stops: z.array(RouteStop).max(MAX_STOPS),
  /** Why its vehicle or driver is planned in spite of an obstacle. */
  override: Override.nullable(),
  version: Version,
});
export type RoutePlan = z.infer<typeof RoutePlan>;

const Day = z.iso
  .date(faultCode('choose-day'))
  .refine((day) => day >= '1970-01-01', faultCode('choose-later-day'))
  .refine((day) => day <= '2999-12-31', faultCode('choose-earlier-day'));
const optionalId = Id.nullish().transform((id) => id ?? null);

export const RouteInput = z.object({
  id: Id.optional(),
  /** The organisation that owns it; left out: the caller's own. It cannot be changed later. */
  organisationId: Id.optional(),
  name: text(80),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, faultCode('enter-colour'))
    .max(7)
    .default('#2563d9'),
  note: optionalLines(2000),
  archived: z.boolean().default(false),
  version: Version.optional(),
});

export const RoutePlanInput = z
  .object({
    id: Id.optional(),
    routeId: Id,
    validFrom: Day,
    validTo: optionalDay,
    weekdays: z.array(Weekday).min(1, faultCode('choose-weekday')).max(7),
    everyWeeks: z.number().int().min(1, faultCode('at-least')).max(MAX_WEEKS, faultCode('at-most')).default(1),
    startMin: ClockMin,
    beginDepotId: optionalId,
    endDepotId: optionalId,
    vehicleId: optionalId,
    driverId: optionalId,
    shortestDwellS: z
      .number(faultCode('enter-number'))
      .int(faultCode('enter-whole-number'))
      .min(DWELL_S.min, faultCode('at-least'))
      .max(DWELL_S.max, faultCode('at-most'))
      .default(DWELL_S.usual),
    stops: stopList(StopInput),
    overrideReason: OverrideReason,
    version: Version.optional(),
  })
  .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, {
    error: faultCode('end-after-begin'),
    path: ['validTo'],
  });

const routes = grant('routes');
const one = z.object({ route: Route });
const plan = z.object({ plan: RoutePlan });

const routeCalls = recordCalls({
  view: routes('view'),
  remove: routes('delete'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'route',
  audit: 'route',
  output: one,
});

export const routePlanOperations = {
  'get-route-list': operation({
    summary: 'Lists routes, a page at a time.',
    access: routes('view'),
    limited: 'allowed',
    bounds: { 'rows[].plan.weekdays[]': 'the days of a week' },
    input: listInput(['name']).extend({ archived: z.boolean().default(false) }),
    output: listOutput(RouteRow),
  }),
  'get-route-by-id': operation({
    summary: 'Returns one route with its plans, the newest first.',
    access: routes('view'),
    limited: 'allowed',
    subject: 'route',
    errors: [404],
    bounds: {
      'plans[]': 'MAX_PLANS of the contract',
      'plans[].weekdays[]': 'the days of a week',
      'plans[].stops[]': 'MAX_STOPS of the contract',
    },
    ...ID_INPUT,
    output: one.extend({ plans: z.array(RoutePlan).max(MAX_PLANS), driving: Driving, today: z.iso.date() }),
  }),
  'save-route': operation({
    summary: 'Creates or changes a route.',
    access: routes('save'),
    limited: 'denied',
    subject: 'route',
    audit: 'route',
    errors: [404, 409],
    example: { name: 'Route' },
    input: RouteInput,
    output: one,
  }),
  'delete-route': routeCalls.deleted(
    'Deletes a route with its future runs that nobody has changed; `restore-route` undoes it.',
  ),
  'restore-route': routeCalls.restored('Restores a deleted route.'),
  'save-route-plan': operation({
    summary: 'Creates or changes a plan of a route and recreates future runs, except those that people have changed.',
    access: routes('save'),
    limited: 'denied',
    bodyBytes: 65_536,
    subject: 'routePlan',
    audit: 'route-plan',
    errors: [404, 409],
    example: { routeId: 999_999, validFrom: '2026-01-01', weekdays: [1], startMin: 480, stops: [] },
    bounds: { 'plan.weekdays[]': 'the days of a week', 'plan.stops[]': 'MAX_STOPS of the contract' },
    input: RoutePlanInput,
    output: plan,
  }),
  'delete-route-plan': operation({
    summary: 'Deletes a plan of a route; `restore-route-plan` undoes it.',
    access: routes('delete'),
    limited: 'denied',
    subject: 'routePlan',
    audit: 'route-plan',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-route-plan': operation({
    summary: 'Restores a deleted plan of a route.',
    access: routes('delete'),
    limited: 'denied',
    subject: 'routePlan',
    audit: 'route-plan',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    bounds: { 'plan.weekdays[]': 'the days of a week', 'plan.stops[]': 'MAX_STOPS of the contract' },
    ...ID_INPUT,
    output: plan,
  }),
  'get-route-choices': operation({
    summary: 'Returns the vehicles, drivers and depots that plans and runs of a route can use.',
    access: routes('view'),
    limited: 'allowed',
    subject: 'route',
    errors: [404],
    bounds: { 'vehicles[]': 10000, 'drivers[]': 10000, 'depots[]': 10000 },
    input: z.object({ id: Id.optional() }),
    output: z.object({
      vehicles: z.array(Ref),
      vehiclesTotal: z.number().int(),
      drivers: z.array(Ref),
      driversTotal: z.number().int(),
      depots: z.array(DepotPlace),
      depotsTotal: z.number().int(),
    }),
  }),
  'get-route-outlets': operation({
    summary:
      'Returns outlets that can be stops of a route: active ones with coordinates, of its organisation; none of a route that the caller may not view.',
    access: routes('view'),
    limited: 'allowed',
    bodyBytes: 65_536,
    example: { routeId: 999_999 },
    bounds: { 'rows[]': 10000 },
    input: listInput(['code'])
      .pick({ search: true })
      .extend({
        routeId: Id,
        territoryId: Id.optional(),
        /** Only these outlets. */
        outletIds: z.array(Id).min(1).max(MAX_STOPS).optional(),
        /** Only outlets with one of these codes, ignoring case. */
        codes: z.array(z.string().trim().max(MAX_OUTLET_CODE_LENGTH)).min(1).max(MAX_STOPS).optional(),
      }),
    output: listOutput(RouteOutlet),
  }),
};
