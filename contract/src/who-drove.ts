import { z } from 'zod';
import { Id, Instant } from './common.ts';

/** The source of a driver: a tag reported by the device, an assignment, or the vehicle's usual driver. */
export const DriverSource = z.enum(['tag', 'assignment', 'usual']);
export type DriverSource = z.infer<typeof DriverSource>;

/** A driver of a trip. The shares of a trip add up to 1, or to less if the driver of a part is unknown. */
export const TripDriver = z.object({
  id: Id,
  name: z.string(),
  source: DriverSource,
  /** The share of the trip's duration, above 0 up to 1. */
  share: z.number(),
});
export type TripDriver = z.infer<typeof TripDriver>;

/** The contact data of a driver. */
export const DriverContact = z.object({
  /** Null without a telephone, or for callers who cannot see drivers. */
  driverPhone: z.string().nullable(),
  /** The driver's account, for callers who can write messages; null if no account of the driver reads them. */
  driverUserId: Id.nullable(),
  /** The driver, if no account of the driver reads messages: for callers who can see drivers and write messages. */
  offlineDriverId: Id.nullable(),
});
export type DriverContact = z.infer<typeof DriverContact>;

/** The present driver, and a reported tag that belongs to no driver. */
export const AtTheWheel = z.object({
  driver: z.object({ id: Id, name: z.string(), source: DriverSource }).nullable(),
  unknownTag: z.object({ tag: z.string(), lastAt: Instant }).nullable(),
});
export type AtTheWheel = z.infer<typeof AtTheWheel>;
