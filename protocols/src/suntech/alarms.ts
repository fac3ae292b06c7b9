import type { AlarmCode } from '../types.ts';

/** Alert ids of ALT messages (manual, "alert report"). */
const ALERTS: Readonly<Record<number, AlarmCode>> = {
  1: 'overspeed',
  3: 'gpsAntennaCut',
  5: 'geofenceExit',
  6: 'geofenceEnter',
  40: 'powerRestored',
  41: 'powerCut',
  42: 'sos',
  46: 'hardAcceleration',
  47: 'hardBraking',
  50: 'jamming',
  132: 'door',
};

/** Emergency ids of EMG messages (manual, "emergency report"). */
const EMERGENCIES: Readonly<Record<number, AlarmCode>> = {
  1: 'sos',
  2: 'parking',
  3: 'powerCut',
  5: 'door',
  6: 'door',
  7: 'movement',
  8: 'vibration',
};

/** Returns the alarm of a message by type and id; empty if none. */
export function alarmOf(type: string, id: number): { alarm?: readonly AlarmCode[] } {
  const alarm = type === 'ALT' ? ALERTS[id] : type === 'EMG' ? EMERGENCIES[id] : undefined;
  return alarm === undefined ? {} : { alarm: [alarm] };
}
