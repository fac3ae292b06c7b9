/** Alarms of IO elements. Source: "Eventual I/O elements" on Teltonika's parameter pages. */
import { ZONE_ELEMENTS } from '../place-attributes.ts';
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

function zoneAlarm(value: number): AlarmCode | undefined {
  return ({ 0: 'geofenceExit', 1: 'geofenceEnter', 3: 'overspeed' } as const)[value];
}

/** Returns the alarm that a one-byte element raises in a record whose event id is `event`. */
export function alarmOf(id: number, value: number, event: number): AlarmCode | undefined {
  const byValue = BY_VALUE[id]?.(value);
  if (byValue !== undefined || event !== id) return byValue;
  return ZONE_ELEMENTS.has(id) ? zoneAlarm(value) : BY_EVENT[id]?.(value);
}
