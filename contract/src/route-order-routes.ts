import { z } from 'zod';
import { Empty, Id, Place } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, route } from './route.ts';

/** Stops of which an order can be proposed. */
const MOST_STOPS = 300;
const MOST_LOAD = 1e9;

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);
const number = z.number(faultCode('enter-number'));
const Load = number.min(0, faultCode('at-least')).max(MOST_LOAD, faultCode('at-most'));

const StopToOrder = z.object({
  outletId: Id,
  /** Seconds that the stop takes; null: what the outlet says, else 5 minutes. */
  serviceS: orNull(
    number.int(faultCode('enter-whole-number')).min(0, faultCode('at-least')).max(86_400, faultCode('at-most')),
  ),
  /** Minutes of the day's clock between which it is to be served; null: when the outlet is open. */
  window: orNull(
    z
      .object({ fromMin: z.number().int().min(0).max(1439), toMin: z.number().int().min(1).max(1440) })
      .refine(({ fromMin, toMin }) => fromMin < toMin, { error: faultCode('end-after-begin'), path: ['toMin'] }),
  ),
  /** What it adds to the vehicle's load, in the unit of the capacity. */
  load: Load.default(0),
});

const RouteOrderInput = z.object({
  /** On the calendar of the outlets' organisation. */
  day: z.iso.date(faultCode('choose-day')).refine((day) => day >= '1900' && day < '3000', faultCode('choose-day')),
  /** When the vehicle leaves, in minutes of the day's clock. */
  startMin: z.number(faultCode('enter-number')).int().min(0).max(1439),
  /** Null: the run begins at its first stop, or ends at its last. */
  begin: orNull(Place),
  end: orNull(Place),
  /** In the order they have now. */
  stops: z
    .array(StopToOrder)
    .min(1, faultCode('enter-value'))
    .max(MOST_STOPS, faultCode('order-most'))
    .refine((stops) => new Set(stops.map(({ outletId }) => outletId)).size === stops.length, faultCode('order-twice')),
  /** What the vehicle takes; null: enough. */
  capacity: orNull(Load),
});

/** A run as it comes out in one order. Times are seconds, distances metres. */
const OrderedRun = z.object({
  stops: z.array(
    z.object({
      outletId: Id,
      arrivesAt: z.string(),
      /** After waiting until it is open. */
      beginsAt: z.string(),
      leavesAt: z.string(),
      /** How long after its last window of the day it is served; 0: in time. */
      lateS: z.number().int(),
      /** The outlet is not open on this day. */
      closed: z.boolean(),
    }),
  ),
  endsAt: z.string(),
  drivingM: z.number().int(),
  drivingS: z.number().int(),
  waitS: z.number().int(),
  lateS: z.number().int(),
  lateStops: z.number().int(),
  closedStops: z.number().int(),
});

const routes = grant('routes');

export const routeOrderRoutes = {
  /**
   * The best order of stops that is found within some 8 s; nothing is saved. Stops that are not served in time are in it, and
   * told to be late.
   */
  'propose-route-order': route({
    access: routes('edit'),
    limited: 'allowed',
    queue: 'proposals',
    bodyBytes: 65_536,
    example: { day: '2026-03-02', startMin: 480, stops: [{ outletId: 999_999 }] },
    bounds: {
      'given.stops[]': 'one for each id that the call names',
      'proposed.stops[]': 'one for each id that the call names',
    },
    input: RouteOrderInput,
    output: z.object({
      /** Whether another order than the given one is proposed. */
      better: z.boolean(),
      /** By what ways and times were measured: a router, or straight lines and the fleet's own trips. */
      driving: z.enum(['router', 'own', 'own-router-away']),
      startsAt: z.string(),
      given: OrderedRun,
      proposed: OrderedRun,
    }),
  }),
  /** How much of the proposal that the caller waits for is done, 0 to 1; null: there is none. */
  'get-route-order-progress': route({
    access: routes('view'),
    limited: 'allowed',
    input: Empty,
    output: z.object({ done: z.number().min(0).max(1).nullable() }),
  }),
};
