import type { AlarmCode } from '../types.ts';

/** The meaning of each field, counted from 0 and from the start of the line. */
export interface Layout {
  course?: number;
  /** The first of four bits, the highest one first: steps of 45° plus one, 0 where the course is unknown. */
  courseBits?: number;
  flags: Readonly<Record<string, number>>;
  /** The field and divisor of each number. */
  numbers: Readonly<Record<string, readonly [field: number, divisor: number]>>;
  alarms: readonly (readonly [field: number, alarm: AlarmCode])[];
}

/**
 * By the number of fields. Source: Traccar's public decoder; for the longest part of 50 fields also a public parser of
 * HPE for the same devices, which names the alarms. Omitted because these sources leave it open: volts, whose units
 * differ between firmware versions, fuel, and whether a diagnostic line has the ignition in its field 22 or 23. The
 * supply is omitted too: its field is 0 in recorded lines with 12 V, and 1 in one without any.
 */
export const LAYOUTS: Readonly<Record<number, Layout>> = {
  44: {
    courseBits: 40,
    flags: { input1: 12, input2: 20, ignition: 22 },
    numbers: {},
    alarms: [],
  },
  50: {
    course: 10,
    flags: { input1: 16, input2: 24, ignition: 27, output1: 40 },
    numbers: { satellites: [11, 1], hdop: [12, 1], analog1V: [15, 1000] },
    alarms: [
      [18, 'overspeed'],
      [34, 'lowBattery'],
      [42, 'hardAcceleration'],
      [43, 'hardBraking'],
    ],
  },
  58: { course: 10, flags: {}, numbers: {}, alarms: [] },
};

/** For a line that passes on another device's message. */
export const PASSED_ON_FIELDS = 9;
/** The field with the trouble codes of a diagnosis: "D(P0121|B2105)". */
export const TROUBLE_FIELD = 53;
