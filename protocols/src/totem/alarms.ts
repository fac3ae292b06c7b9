import { byWord } from '../tools/by-word.ts';
import type { AlarmCode } from '../types.ts';

/** Types of messages of older devices. */
const OLDER = byWord<AlarmCode>({
  '01': 'sos',
  '10': 'lowBattery',
  '11': 'overspeed',
  '30': 'parking',
  '42': 'geofenceExit',
  '43': 'geofenceEnter',
});

/** Types of messages of newer devices. */
const NEWER = byWord<AlarmCode>({
  '01': 'sos',
  '02': 'overspeed',
  '04': 'geofenceExit',
  '05': 'geofenceEnter',
  '06': 'tow',
  '07': 'gpsAntennaCut',
  '10': 'powerCut',
  '11': 'powerRestored',
  '12': 'lowPower',
  '13': 'lowBattery',
  '40': 'vibration',
  '41': 'idle',
  '42': 'hardAcceleration',
  '43': 'hardBraking',
});

/** Bits of the state of newer devices. */
const STATES: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [31, 'sos'],
  [29, 'overspeed'],
  [27, 'geofenceExit'],
  [26, 'geofenceEnter'],
  [25, 'gpsAntennaCut'],
];

const listed = (...codes: (AlarmCode | undefined)[]): { alarm?: readonly AlarmCode[] } => {
  const alarm = [...new Set(codes.flatMap((code) => code ?? []))];
  return alarm.length > 0 ? { alarm } : {};
};

export const olderAlarm = (type: string, isSos = false) => listed(OLDER[type], isSos ? 'sos' : undefined);

export const newerAlarm = (type: string, state: number) =>
  listed(NEWER[type], ...STATES.map(([bit, code]) => (((state >>> bit) & 1) === 1 ? code : undefined)));
