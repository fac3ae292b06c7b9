import type { AlarmCode, Attributes } from '../types.ts';

/** The alarms of an alarm package. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x01: 'powerCut',
  0x02: 'sos',
  0x03: 'lowBattery',
  0x04: 'vibration',
  0x05: 'movement',
  0x08: 'gpsAntennaCut',
  0x09: 'gpsAntennaCut',
  0x25: 'removing',
  0x81: 'lowspeed',
  0x82: 'overspeed',
  0x83: 'geofenceEnter',
  0x84: 'geofenceExit',
  0x85: 'accident',
  0x86: 'fallDown',
};

export function alarmOf(code: number): Attributes {
  const alarm = ALARMS[code];
  return alarm === undefined ? { event: code } : { event: code, alarm: [alarm] };
}

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** Whether the position is by satellites. */
export const isLocated = (status: number): boolean => has(status, 0);

/** Reads pairs of bits: whether the device has the feature, and the feature's state. */
export function statusOf(status: number): Attributes {
  return {
    ...(has(status, 1) && { ignition: has(status, 2) }),
    ...(has(status, 3) && { armed: has(status, 4) }),
    ...(has(status, 5) && { immobilized: !has(status, 6) }),
    ...(has(status, 7) && { charging: has(status, 8) }),
  };
}

/** Reads the same states, and whether the device moves, if it has an accelerometer. */
export const statusWithMotion = (status: number): Attributes => ({
  ...statusOf(status),
  ...(has(status, 3) && { motion: has(status, 9) }),
});
