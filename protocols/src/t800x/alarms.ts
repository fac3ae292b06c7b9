import type { AlarmCode } from '../types.ts';
import { FAMILY } from './fields.ts';

/** Alarms of a vehicle device. */
const VEHICLE: Readonly<Record<number, AlarmCode>> = {
  1: 'powerCut',
  2: 'lowBattery',
  3: 'sos',
  4: 'overspeed',
  5: 'geofenceEnter',
  6: 'geofenceExit',
  7: 'tow',
  8: 'vibration',
  10: 'vibration',
  21: 'jamming',
  23: 'powerRestored',
  24: 'lowPower',
};

/** Alarms of a portable device. */
const PORTABLE: Readonly<Record<number, AlarmCode>> = {
  1: 'removing',
  2: 'tampering',
  3: 'sos',
  4: 'removing',
  5: 'fallDown',
  6: 'lowBattery',
  8: 'temperature',
  9: 'vibration',
  14: 'geofenceEnter',
  15: 'geofenceExit',
  16: 'movement',
  30: 'temperature',
  33: 'temperature',
  37: 'temperature',
};

/** Returns the event of a message and its alarm; empty for code 0, an ordinary report. */
export function eventOf(family: number, code: number): { event?: number; alarm?: readonly AlarmCode[] } {
  if (code === 0) return {};
  const alarm = (family === FAMILY.portable ? PORTABLE : VEHICLE)[code];
  return alarm === undefined ? { event: code } : { event: code, alarm: [alarm] };
}

const BRAKES = new Set([0, 2, 4]);
const SPEEDS_UP = new Set([1, 3, 5]);

/** Behaviour codes with the course before and after: alternately braking and acceleration, for three sources. */
export function behaviourOf(code: number): AlarmCode | undefined {
  if (BRAKES.has(code)) return 'hardBraking';
  return SPEEDS_UP.has(code) ? 'hardAcceleration' : undefined;
}

/** Behaviour codes of the acceleration sensor. */
export const BEHAVIOUR_ALARMS: readonly AlarmCode[] = ['hardBraking', 'hardAcceleration', 'hardCornering'];
