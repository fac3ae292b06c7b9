import type { Report } from './report.ts';

/** The meaning of a command to a device; an unknown one is accepted without effect. */
export type Order =
  | { kind: 'locate' }
  | { kind: 'engineStop' }
  | { kind: 'engineResume' }
  /** The interval between reports while driving. */
  | { kind: 'interval'; seconds: number }
  | { kind: 'unknown' };

/**
 * Returns the bytes of the answer, given the device's measurement after executing the command; null if it has never
 * measured anything.
 */
export type Answer = (now: Report | null) => Uint8Array;
