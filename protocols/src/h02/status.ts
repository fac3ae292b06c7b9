import type { AlarmCode, Attributes } from '../types.ts';

/** Bits of the status that raise an alarm when 0 (vehicle state of the H02 manual). */
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'vibration'],
  [1, 'sos'],
  [18, 'sos'],
  [2, 'overspeed'],
  [19, 'powerCut'],
];
const DOOR = 8;
const IGNITION = 10;
const RELAY = 27;

/** The meaning of the four bytes of the vehicle's state; a bit is 0 when its condition holds. */
export function statusOf(status: number): Attributes {
  const isOn = (bit: number) => ((status >>> bit) & 1) === 0;
  const alarm = [...new Set(ALARMS.flatMap(([bit, code]) => (isOn(bit) ? [code] : [])))];
  return {
    ignition: !isOn(IGNITION),
    ...(isOn(DOOR) && { door: true }),
    ...(isOn(RELAY) && { immobilized: true }),
    ...(alarm.length > 0 && { alarm }),
    status,
  };
}

/**
 * Returns the battery percentage of a byte: 1 to 3 are nearly empty, 4 to 6 are in steps of 20, others are percent.
 */
export function batteryPercent(value: number): number | undefined {
  if (value === 0 || value > 100) return undefined;
  if (value <= 3) return (value - 1) * 10;
  return value <= 6 ? (value - 1) * 20 : value;
}
