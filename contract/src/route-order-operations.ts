import { z } from 'zod';
import { Empty, Id, Coordinates } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, operation } from './operation.ts';

/** The most stops for which an order can be proposed. */
const MAX_STOPS = 300;
const MAX_LOAD = 1e9;

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);
const number = z.number(faultCode('enter-number'));
const Load = number.min(0, faultCode('at-least')).max(MAX_LOAD, faultCode('at-most'));

const StopToOrder = z.object({
  outletId: Id,
  /** The duration of the stop in seconds; null: the outlet's, otherwise 5 minutes. */
  serviceS: orNull(
    number.int(faultCode('enter-whole-number')).min(0, faultCode('at-least')).max(86_400, faultCode('at-most')),
  ),
  /** The time window in minutes of the local day; null: the opening hours of the outlet. */
  window: orNull(
    z
      .object({ fromMin: z.number().int().min(0).max(1439), toMin: z.number().int().min(1).max(1440) })
      .refine(({ fromMin, toMin }) => fromMin < toMin, { error: faultCode('end-after-begin'), path: ['toMin'] }),
  ),
  /** The stop's addition to the vehicle's load, in the unit of the capacity. */
  load: Load.default(0),
});

const RouteOrderInput = z.object({
  /** A day in the time zone of the outlets' organisation. */
  day: z.iso.date(faultCode('choose-day')).refine((day) => day >= '1900' && day < '3000', faultCode('choose-day')),
  /** When the vehicle leaves, in minutes of the local day. */
  startMin: z.number(faultCode('enter-number')).int().min(0).max(1439),
  /** Null: the run begins at its first stop, or ends at its last. */
  begin: orNull(Coordinates),
  end: orNull(Coordinates),
  /** In their present order. */
  stops: z
    .array(StopToOrder)
    .min(1, faultCode('enter-value'))
    .max(MAX_STOPS, faultCode('order-most'))
    .refine((stops) => new Set(stops.map(({ outletId }) => outletId)).size === stops.length, faultCode('order-twice')),
  /** The capacity of the vehicle; null: unlimited. */
  capacity: orNull(Load),
});

/** The forecast of a run in one order. Times are seconds, distances metres. */
const OrderedRun = z.object({
  stops: z.array(
    z.object({
      outletId: Id,
      arrivesAt: z.string(),
      /** After waiting for the outlet to open. */
      beginsAt: z.string(),
      leavesAt: z.string(),
      /** How late it is served after its last window of the day; 0: in time. */
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

export const routeOrderOperations = {
  'propose-route-order': operation({
    summary:
      'Proposes the best order of stops that is found within some 8 s. Nothing is saved. Stops that cannot be served in time are included and marked as late.',
    access: routes('edit'),
    limited: 'allowed',
    queue: 'proposals',
    bodyBytes: 65_536,
    errors: [404],
    unversioned: 'proposes and changes nothing',
    example: { day: '2026-03-02', startMin: 480, stops: [{ outletId: 999_999 }] },
    bounds: {
      'given.stops[]': 'one for each id that the call names',
      'proposed.stops[]': 'one for each id that the call names',
    },
    input: RouteOrderInput,
    output: z.object({
      /** True if the proposed order differs from the given one. */
      better: z.boolean(),
      /** The source of distances and times: a router, or straight lines and the fleet's own trips. */
      driving: z.enum(['router', 'own', 'own-router-away']),
      startsAt: z.string(),
      given: OrderedRun,
      proposed: OrderedRun,
    }),
  }),
  'get-route-order-progress': operation({
    summary: 'Returns the progress of the proposal that the caller waits for, from 0 to 1; null where there is none.',
    access: routes('view'),
    limited: 'allowed',
    input: Empty,
    output: z.object({ done: z.number().min(0).max(1).nullable() }),
  }),
};
