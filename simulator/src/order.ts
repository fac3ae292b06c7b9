import type { Report } from './report.ts';

/** What a command means to a device; what it does not know it takes without doing anything. */
export type Order =
  | { kind: 'locate' }
  | { kind: 'engineStop' }
  | { kind: 'engineResume' }
  /** Between reports while driving. */
  | { kind: 'interval'; seconds: number }
  | { kind: 'unknown' };

/** Bytes to answer with, by what the device measures once it has obeyed; null where it never measured anything. */
export type Answer = (now: Report | null) => Uint8Array;
