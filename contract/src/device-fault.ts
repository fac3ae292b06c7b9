import { z } from 'zod';
import { Instant } from './common.ts';

/** Reports in its name that were refused or are doubtful: how often, when and from where last. */
const finding = { times: z.number().int(), at: Instant, address: z.string() };

/**
 * Why a wire is not believed: on through long standing while the alternator was at rest; on through hours of standing
 * without ever being off; off while it drove.
 */
export const WireFinding = z.enum(['onAtRest', 'onStanding', 'offDriving']);
export type WireFinding = z.infer<typeof WireFinding>;

/**
 * What a device shows wrong: by what it sent over the last FAULT_DAYS days (`DeviceFault` of the tracking room), by its
 * ignition wire, by its silence, and by what somebody did in its name.
 */
export const DeviceFault = z.discriminatedUnion('kind', [
  /** Its speeds, as it tells them, are in this unit: `factor` is to be set to make them km/h. Null where no unit fits. */
  z.object({
    kind: z.literal('speedUnit'),
    unit: z.enum(['km/h', 'm/s', 'knots', 'mph']).nullable(),
    factor: z.number(),
  }),
  /** The course does not turn with the vehicle, in this share of its legs. */
  z.object({ kind: z.literal('course'), share: z.number() }),
  /** A speed was told for so long while the place stayed the same. */
  z.object({ kind: z.literal('staleSpeed'), seconds: z.number() }),
  /** Reports, received in these days, whose time cannot be true. */
  z.object({ kind: z.literal('clock'), reports: z.number().int() }),
  /** Reports at which it entered more geofences, outlets and depots than are told. */
  z.object({ kind: z.literal('crowdedAreas'), reports: z.number().int() }),
  /** Reports at which more alarms were raised than are told one by one: the others count with the last one of their rule. */
  z.object({ kind: z.literal('crowdedAlarms'), reports: z.number().int() }),
  /** Its trips, stops and alarms could not be made again: why, when it was tried last, and since when they were. */
  z.object({ kind: z.literal('facts'), cause: z.string(), at: Instant, since: Instant.nullable() }),
  /** The ignition wire is not believed: why, the seconds that said so, and since when. */
  z.object({ kind: z.literal('wire'), reason: WireFinding, seconds: z.number(), since: Instant }),
  /** Nothing was heard since then, for a day or more. */
  z.object({ kind: z.literal('silent'), since: Instant }),
  /** Reports from networks that are not allowed for it. */
  z.object({ kind: z.literal('elsewhere'), ...finding }),
  /** Reports without its secret, or with a wrong one. */
  z.object({ kind: z.literal('secret'), ...finding }),
  /** Two senders, at two addresses, talked at a time. */
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
