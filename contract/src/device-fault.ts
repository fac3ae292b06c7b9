import { z } from 'zod';
import { Instant } from './common.ts';

/** Reports in its name that were refused or are doubtful: how often, when and from where last. */
const doubt = { times: z.number().int(), at: Instant, address: z.string() };

/**
 * What a device shows wrong over the last FAULT_DAYS days: by what it sent, `DeviceFault` of the tracking room; and what
 * somebody did in its name.
 */
export const DeviceFault = z.discriminatedUnion('kind', [
  /** Its speeds are another unit: multiplied by `factor` they are km/h. `unit` is null where none fits. */
  z.object({ kind: z.literal('speedUnit'), unit: z.enum(['m/s', 'knots', 'mph']).nullable(), factor: z.number() }),
  /** The course does not turn with the vehicle, in this share of its legs. */
  z.object({ kind: z.literal('course'), share: z.number() }),
  /** A speed was told for so long while the place stayed the same. */
  z.object({ kind: z.literal('staleSpeed'), seconds: z.number() }),
  /** Reports whose time cannot be true. */
  z.object({ kind: z.literal('clock'), reports: z.number().int() }),
  /** Reports from networks that are not allowed for it. */
  z.object({ kind: z.literal('elsewhere'), ...doubt }),
  /** Reports without its secret, or with a wrong one. */
  z.object({ kind: z.literal('secret'), ...doubt }),
  /** Two senders, at two addresses, talked at a time. */
  z.object({ kind: z.literal('twoSenders'), ...doubt, otherAddress: z.string() }),
]);
export type DeviceFault = z.infer<typeof DeviceFault>;

export const DeviceFaultKind = z.enum([
  'speedUnit',
  'course',
  'staleSpeed',
  'clock',
  'elsewhere',
  'secret',
  'twoSenders',
]);
export type DeviceFaultKind = z.infer<typeof DeviceFaultKind>;
