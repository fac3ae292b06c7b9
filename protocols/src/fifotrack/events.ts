import type { AlarmCode } from '../types.ts';

/** Reasons for which a device reports (manual, "alarm code"). */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  2: 'sos',
  14: 'lowPower',
  15: 'powerCut',
  16: 'powerRestored',
  17: 'lowBattery',
  18: 'overspeed',
  20: 'gpsAntennaCut',
  21: 'vibration',
  23: 'hardAcceleration',
  24: 'hardBraking',
  27: 'fatigueDriving',
  30: 'jamming',
  31: 'fallDown',
  32: 'jamming',
  33: 'geofenceExit',
  34: 'geofenceEnter',
  35: 'idle',
  40: 'temperature',
  41: 'temperature',
  53: 'powerOn',
  54: 'powerOff',
};

/** Returns the event of a field and its alarm; empty for an empty field, which is an ordinary report. */
export function eventOf(field: string): { event?: number; alarm?: readonly AlarmCode[] } {
  const event = Number.parseInt(field, 10);
  if (!Number.isFinite(event)) return {};
  const alarm = ALARMS[event];
  return alarm === undefined ? { event } : { event, alarm: [alarm] };
}
