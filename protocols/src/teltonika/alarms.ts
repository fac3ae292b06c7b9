/** Alarms of IO elements. Source: "Eventual I/O elements" on Teltonika's parameter pages. */
import type { AlarmCode } from '../types.ts';

/** Elements that raise an alarm by their value. */
const BY_VALUE: Readonly<Record<number, (value: number) => AlarmCode | undefined>> = {
  236: (value) => (value > 0 ? 'general' : undefined),
  242: (value) => (value > 0 ? 'fallDown' : undefined),
  246: (value) => (value > 0 ? 'tow' : undefined),
  247: (value) => (value > 0 ? 'accident' : undefined),
  249: (value) => (value > 0 ? 'jamming' : undefined),
  251: (value) => (value > 0 ? 'idle' : undefined),
  252: (value) => (value > 0 ? 'powerCut' : undefined),
  253: (value) => ({ 1: 'hardAcceleration', 2: 'hardBraking', 3: 'hardCornering' } as const)[value],
  520: (value) => (value > 0 ? 'tampering' : undefined),
};

/** Elements that raise an alarm only in the record that they triggered: elsewhere they repeat a state. */
const BY_EVENT: Readonly<Record<number, (value: number) => AlarmCode | undefined>> = {
  175: (value) => (value === 0 ? 'geofenceExit' : 'geofenceEnter'),
  252: (value) => (value === 0 ? 'powerRestored' : undefined),
  255: () => 'overspeed',
  318: (value) => (value > 0 ? 'jamming' : undefined),
  390: (value) => (value === 0 ? 'powerOn' : 'powerOff'),
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The fifty geofence zones that a device monitors itself. */
const ZONES = new Set(
  [
    range(155, 159),
    range(61, 65),
    [70, 88],
    range(91, 99),
    [153, 154],
    range(190, 198),
    [208, 209],
    range(216, 231),
  ].flat(),
);

function zoneAlarm(value: number): AlarmCode | undefined {
  return ({ 0: 'geofenceExit', 1: 'geofenceEnter', 3: 'overspeed' } as const)[value];
}

/** Returns the alarm that a one-byte element raises in a record whose event id is `event`. */
export function alarmOf(id: number, value: number, event: number): AlarmCode | undefined {
  const byValue = BY_VALUE[id]?.(value);
  if (byValue !== undefined || event !== id) return byValue;
  return ZONES.has(id) ? zoneAlarm(value) : BY_EVENT[id]?.(value);
}
