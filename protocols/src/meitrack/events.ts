import { BadFrame } from '../tools/bad-frame.ts';
import type { AlarmCode } from '../types.ts';

/** Number of inputs of the largest models. */
export const INPUTS = 4;
export const OUTPUTS = 3;

/** Reasons for which a device reports (protocol, "event codes"). */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  1: 'sos',
  17: 'lowBattery',
  18: 'lowPower',
  19: 'overspeed',
  20: 'geofenceEnter',
  21: 'geofenceExit',
  22: 'powerRestored',
  23: 'powerCut',
  36: 'tow',
  44: 'jamming',
  78: 'accident',
  90: 'hardCornering',
  91: 'hardCornering',
  129: 'hardBraking',
  130: 'hardAcceleration',
  135: 'fatigueDriving',
};

export function eventOf(code: number): { event: number; alarm?: readonly AlarmCode[] } {
  const alarm = ALARMS[code];
  return alarm === undefined ? { event: code } : { event: code, alarm: [alarm] };
}

/** A time in seconds since 2000, as in both binary layouts. Throws BadFrame for 0, which means no time. */
export function momentOf(seconds: number): Date {
  if (seconds === 0) throw new BadFrame('no time');
  return new Date(Date.UTC(2000, 0, 1) + seconds * 1000);
}

/**
 * Returns the volts of the device's own battery from hundredths. Older models send the converter's reading, which is
 * not a voltage.
 */
export const deviceBatteryOf = (hundredths: number): { batteryV?: number } =>
  hundredths <= 600 ? { batteryV: hundredths / 100 } : {};

/** Signed hundredths of a degree in sixteen bits. */
export const temperatureOf = (value: number): number => ((value << 16) >> 16) / 100;
