import type { AlarmCode } from '../types.ts';

/** The texts that state why a message was sent. */
const ALARMS: Readonly<Record<string, AlarmCode>> = {
  'pw on': 'powerOn',
  poweron: 'powerOn',
  'pw off': 'powerOff',
  poweroff: 'powerOff',
  sos: 'sos',
  help: 'sos',
  'over speed': 'overspeed',
  overspeed: 'overspeed',
  lowspeed: 'lowspeed',
  'low battery': 'lowBattery',
  lowbattery: 'lowBattery',
  'low extern voltage': 'lowPower',
  'low ext vol': 'lowPower',
  'gps cut': 'gpsAntennaCut',
  vib: 'vibration',
  vibration: 'vibration',
  'move in': 'geofenceEnter',
  'move out': 'geofenceExit',
  corner: 'hardCornering',
  fatigue: 'fatigueDriving',
  // The supply was disconnected, and restored.
  psd: 'powerCut',
  psr: 'powerRestored',
  hit: 'vibration',
  'belt on': 'lock',
  belton: 'lock',
  'belt off': 'unlock',
  beltoff: 'unlock',
  error: 'fault',
  crash: 'accident',
  'fall down': 'fallDown',
  tow: 'tow',
};

/**
 * Returns the alarm of a word; "Geo1 in" and "Geo1 out" contain the number of the geofence. Empty for "Timer" and
 * similar.
 */
export function alarmOf(word: string): { alarm?: readonly AlarmCode[] } {
  const lower = word.trim().toLowerCase();
  if (lower.startsWith('geo') && lower.endsWith('in')) return { alarm: ['geofenceEnter'] };
  if (lower.startsWith('geo') && lower.endsWith('out')) return { alarm: ['geofenceExit'] };
  const alarm = Object.hasOwn(ALARMS, lower) ? ALARMS[lower] : undefined;
  return alarm === undefined ? {} : { alarm: [alarm] };
}
