import { z } from 'zod';

/**
 * What a device shows wrong by what it sent over the last FAULT_DAYS days: `DeviceFault` of the tracking room.
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
]);
export type DeviceFault = z.infer<typeof DeviceFault>;

export const DeviceFaultKind = z.enum(['speedUnit', 'course', 'staleSpeed', 'clock']);
export type DeviceFaultKind = z.infer<typeof DeviceFaultKind>;
