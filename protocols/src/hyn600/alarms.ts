import type { AlarmCode } from '../types.ts';

/** By type, whatever their state is. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  7: 'accident',
  15: 'tow',
  16: 'overspeed',
  32: 'jamming',
  33: 'tampering',
  41: 'overspeed',
};
/** By type, then by state. */
const BY_STATE: Readonly<Record<number, Readonly<Record<number, AlarmCode>>>> = {
  3: { 1: 'lowBattery' },
  14: { 1: 'powerCut', 2: 'powerRestored', 3: 'lowPower' },
  19: { 1: 'hardBraking', 2: 'hardAcceleration', 3: 'hardCornering' },
};
const GEOFENCES = new Set([21, 40]);

/** What type and state mean, or null where they raise none or it is not known. */
export function alarmOf(type: number, state: number): AlarmCode | null {
  if (GEOFENCES.has(type)) return (state & 1) === 1 ? 'geofenceEnter' : 'geofenceExit';
  return ALARMS[type] ?? BY_STATE[type]?.[state] ?? null;
}
