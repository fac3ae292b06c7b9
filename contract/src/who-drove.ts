import { z } from 'zod';
import { Id, Instant } from './common.ts';

/** How it is known who drives: the device told a tag, somebody was assigned, or it is the vehicle's usual driver. */
export const DriverSource = z.enum(['tag', 'assignment', 'usual']);
export type DriverSource = z.infer<typeof DriverSource>;

/** A driver of a trip. The shares of a trip add up to 1, or to less where nobody is known for a part of it. */
export const TripDriver = z.object({
  id: Id,
  name: z.string(),
  source: DriverSource,
  /** Part of the trip's duration, above 0 up to 1. */
  share: z.number(),
});
export type TripDriver = z.infer<typeof TripDriver>;

/** How a driver is reached. */
export const DriverContact = z.object({
  /** Null where there is none, or for callers who may not see drivers. */
  driverPhone: z.string().nullable(),
  /** The driver's account, for callers who may write messages; null where there is none that reads them. */
  driverUserId: Id.nullable(),
  /** The driver, where no account of theirs reads messages: for callers who may see drivers and write messages. */
  offlineDriverId: Id.nullable(),
});
export type DriverContact = z.infer<typeof DriverContact>;

/** Who is at the wheel now, and a tag that the device tells and nobody has. */
export const AtTheWheel = z.object({
  driver: z.object({ id: Id, name: z.string(), source: DriverSource }).nullable(),
  unknownTag: z.object({ tag: z.string(), lastAt: Instant }).nullable(),
});
export type AtTheWheel = z.infer<typeof AtTheWheel>;
