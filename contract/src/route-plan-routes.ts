import { z } from 'zod';
import { Override, OverrideReason } from './availability-routes.ts';
import { Empty, Id, listInput, listOutput, optionalDay, optionalLines, Place, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MOST_OUTLET_CODE } from './outlet-kinds.ts';
import { DWELL_S, MOST_PLANS, MOST_STOPS, MOST_WEEKS } from './route-kinds.ts';
import { ClockMin, Driving, Ref, RouteOutlet, RouteStop, StopInput, stopList } from './route-stop.ts';
import { grant, route } from './route.ts';

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

const DepotPlace = Ref.extend({ place: Place });

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
  stops: z.array(RouteStop).max(MOST_STOPS),
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
    everyWeeks: z.number().int().min(1, faultCode('at-least')).max(MOST_WEEKS, faultCode('at-most')).default(1),
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

export const routePlanRoutes = {
  'get-route-list': route({
    access: routes('view'),
    limited: 'allowed',
    bounds: { 'rows[].plan.weekdays[]': 'the days of a week' },
    input: listInput(['name']).extend({ archived: z.boolean().default(false) }),
    output: listOutput(RouteRow),
  }),
  /** The route with its plans, newest first. */
  'get-route-by-id': route({
    access: routes('view'),
    limited: 'allowed',
    subject: 'route',
    example: { id: 999_999 },
    bounds: {
      'plans[]': 'MOST_PLANS of the contract',
      'plans[].weekdays[]': 'the days of a week',
      'plans[].stops[]': 'MOST_STOPS of the contract',
    },
    input: z.object({ id: Id }),
    output: one.extend({ plans: z.array(RoutePlan).max(MOST_PLANS), driving: Driving, today: z.iso.date() }),
  }),
  'save-route': route({
    access: routes('save'),
    limited: 'denied',
    subject: 'route',
    example: { name: 'Route' },
    input: RouteInput,
    output: one,
  }),
  /** Hides the route, and its future runs that nobody has changed. */
  'delete-route': route({
    access: routes('delete'),
    limited: 'denied',
    subject: 'route',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-route': route({
    access: routes('delete'),
    limited: 'denied',
    subject: 'route',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: one,
  }),
  /** Recreates the future runs, except those that people have changed. */
  'save-route-plan': route({
    access: routes('save'),
    limited: 'denied',
    bodyBytes: 65_536,
    subject: 'routePlan',
    example: { routeId: 999_999, validFrom: '2026-01-01', weekdays: [1], startMin: 480, stops: [] },
    bounds: { 'plan.weekdays[]': 'the days of a week', 'plan.stops[]': 'MOST_STOPS of the contract' },
    input: RoutePlanInput,
    output: plan,
  }),
  'delete-route-plan': route({
    access: routes('delete'),
    limited: 'denied',
    subject: 'routePlan',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-route-plan': route({
    access: routes('delete'),
    limited: 'denied',
    subject: 'routePlan',
    example: { id: 999_999 },
    bounds: { 'plan.weekdays[]': 'the days of a week', 'plan.stops[]': 'MOST_STOPS of the contract' },
    input: z.object({ id: Id }),
    output: plan,
  }),
  /** The vehicles, drivers and depots that its plans and runs can use. */
  'get-route-choices': route({
    access: routes('view'),
    limited: 'allowed',
    subject: 'route',
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
  /**
   * The outlets that a route can include: active, with coordinates, of its organisation; empty for a route that the
   * caller cannot see.
   */
  'get-route-outlets': route({
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
        outletIds: z.array(Id).min(1).max(MOST_STOPS).optional(),
        /** Only outlets with one of these codes, ignoring case. */
        codes: z.array(z.string().trim().max(MOST_OUTLET_CODE)).min(1).max(MOST_STOPS).optional(),
      }),
    output: listOutput(RouteOutlet),
  }),
};
