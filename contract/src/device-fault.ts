import { z } from 'zod';
import { Instant } from './common.ts';

/** Reports with its identity that were refused or are suspicious: how often, and when and from where last. */
const finding = { times: z.number().int(), at: Instant, address: z.string() };

/**
 * Why an ignition wire is not trusted: on during long standing while the alternator was at rest; on during hours of
 * standing without ever being off; off while the vehicle drove.
 */
export const WireFinding = z.enum(['onAtRest', 'onStanding', 'offDriving']);
export type WireFinding = z.infer<typeof WireFinding>;

/**
 * A fault of a device: found in its reports of the last FAULT_DAYS days (`DeviceFault` of `tracking`), in its
 * ignition wire, in its silence, or in reports by others that use its identity.
 */
export const DeviceFault = z.discriminatedUnion('kind', [
  /** The device reports speeds in this unit; setting `factor` converts them to km/h. Null if no unit fits. */
  z.object({
    kind: z.literal('speedUnit'),
    unit: z.enum(['km/h', 'm/s', 'knots', 'mph']).nullable(),
    factor: z.number(),
  }),
  /** The course does not follow the vehicle's turns in this share of its legs. */
  z.object({ kind: z.literal('course'), share: z.number() }),
  /** A speed was reported for so long while the coordinates did not change. */
  z.object({ kind: z.literal('staleSpeed'), seconds: z.number() }),
  /** Reports received in these days whose time cannot be correct. */
  z.object({ kind: z.literal('clock'), reports: z.number().int() }),
  /** Reports at which it entered more geofences, outlets and depots than are stored. */
  z.object({ kind: z.literal('crowdedAreas'), reports: z.number().int() }),
  /**
   * Reports at which more alarms were raised than are listed one by one: the others are counted in the last one of
   * their rule.
   */
  z.object({ kind: z.literal('crowdedAlarms'), reports: z.number().int() }),
  /** Its trips, stops and alarms could not be recomputed: the cause, the last attempt, and since when. */
  z.object({ kind: z.literal('facts'), cause: z.string(), at: Instant, since: Instant.nullable() }),
  /** The ignition wire is not trusted: the reason, the seconds of evidence, and since when. */
  z.object({ kind: z.literal('wire'), reason: WireFinding, seconds: z.number(), since: Instant }),
  /** No contact since then, for a day or more. */
  z.object({ kind: z.literal('silent'), since: Instant }),
  /** Reports from networks that are not allowed for the device. */
  z.object({ kind: z.literal('elsewhere'), ...finding }),
  /** Reports without the device's secret, or with a wrong one. */
  z.object({ kind: z.literal('secret'), ...finding }),
  /** Two senders at different addresses reported simultaneously. */
  z.object({ kind: z.literal('twoSenders'), ...finding, otherAddress: z.string() }),
]);
export type DeviceFault = z.infer<typeof DeviceFault>;

export const DeviceFaultKind = z.enum([
  'speedUnit',
  'course',
  'staleSpeed',
  'clock',
  'crowdedAreas',
  'crowdedAlarms',
  'facts',
  'wire',
  'silent',
  'elsewhere',
  'secret',
  'twoSenders',
]);
export type DeviceFaultKind = z.infer<typeof DeviceFaultKind>;
