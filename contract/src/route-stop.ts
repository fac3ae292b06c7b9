import { z } from 'zod';
import { Id, Coordinates } from './common.ts';
import { faultCode } from './fault.ts';
import { OUTLET_STATES } from './outlet-kinds.ts';
import { MAX_SERVICE_S, MAX_STOPS } from './route-kinds.ts';
import { WeeklyHours } from './weekly-hours.ts';

export const Ref = z.object({ id: Id, name: z.string() });

/** An outlet as routes use it. */
export const RouteOutlet = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  /** Null: its coordinates are unknown, so no route can include it. */
  place: Coordinates.nullable(),
  state: z.enum(OUTLET_STATES),
  deleted: z.boolean(),
  hours: WeeklyHours.nullable(),
  /** The duration of a visit in seconds, if known. */
  serviceS: z.number().int().nullable(),
});
export type RouteOutlet = z.infer<typeof RouteOutlet>;

/** The time window of a stop in minutes of the local day. */
export const Window = z
  .object({ fromMin: z.number().int().min(0).max(1439), toMin: z.number().int().min(1).max(1440) })
  .refine(({ fromMin, toMin }) => fromMin < toMin, { error: faultCode('end-after-begin'), path: ['toMin'] });

const wish = {
  /** The duration of this stop in seconds; null: that of the outlet. */
  serviceS: z
    .number(faultCode('enter-number'))
    .int(faultCode('enter-whole-number'))
    .min(0, faultCode('at-least'))
    .max(MAX_SERVICE_S, faultCode('at-most'))
    .nullish()
    .transform((value) => value ?? null),
  /** Null: the outlet's opening hours. */
  window: Window.nullish().transform((value) => value ?? null),
};

export const RouteStop = z.object({
  outlet: RouteOutlet,
  serviceS: z.number().int().nullable(),
  window: z.object({ fromMin: z.number(), toMin: z.number() }).nullable(),
});
export type RouteStop = z.infer<typeof RouteStop>;

export const StopInput = z.object({ outletId: Id, ...wish });

/** The stops of a route or run in order, without duplicates. */
export const stopList = <Stop extends z.ZodType<{ outletId: number }>>(stop: Stop) =>
  z
    .array(stop)
    .max(MAX_STOPS, faultCode('most-stops'))
    .refine((stops) => new Set(stops.map(({ outletId }) => outletId)).size === stops.length, faultCode('stop-twice'));

/** Minutes of the local day. */
export const ClockMin = z.number(faultCode('enter-clock-time')).int().min(0).max(1439);

export const Driving = z.object({
  /** Driven metres for each metre of the straight line. */
  factor: z.number(),
  speedKph: z.number(),
});
