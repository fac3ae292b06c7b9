import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes } from '../types.ts';

/** The alarms of an alarm message (0x4007). */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x01: 'overspeed',
  0x02: 'lowPower',
  0x03: 'temperature',
  0x04: 'hardAcceleration',
  0x05: 'hardBraking',
  0x06: 'idle',
  0x07: 'tow',
  0x08: 'highRpm',
  0x09: 'powerOn',
  0x0b: 'laneChange',
  0x0c: 'hardCornering',
  0x0d: 'fatigueDriving',
  0x0e: 'powerOff',
  0x0f: 'geofence',
  0x10: 'sos',
  0x11: 'accident',
  0x12: 'tampering',
  0x15: 'fault',
  0x19: 'unlock',
  0x1c: 'vibration',
};
const IGNITION_ON = 0x16;
const IGNITION_OFF = 0x17;

/** Bits of the vehicle's state for ongoing conditions; others, such as power on, remain set. */
const STATES: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'lowPower'],
  [1, 'tow'],
  [2, 'overspeed'],
  [3, 'temperature'],
  [4, 'hardAcceleration'],
  [5, 'hardBraking'],
  [6, 'idle'],
  [8, 'highRpm'],
  [10, 'laneChange'],
  [11, 'hardCornering'],
  [12, 'fatigueDriving'],
  [13, 'sos'],
  [14, 'accident'],
  [15, 'tampering'],
];
const IGNITION = 18;

/** Ignition and ongoing conditions. */
export function stateOf(state: number): Attributes {
  const alarm = STATES.flatMap(([bit, code]) => (((state >>> bit) & 1) === 1 ? [code] : []));
  return { ignition: ((state >>> IGNITION) & 1) === 1, ...(alarm.length > 0 && { alarm }) };
}

/** Reads the number of alarms, then for each: 1 if it begins and 0 if it ends, its code, and two numbers about it. */
export function listedAlarms(body: ByteReader): Attributes {
  const reported: Attributes = {};
  const alarm: AlarmCode[] = [];
  for (let left = body.remaining > 0 ? body.u8() : 0; left > 0 && body.remaining >= 6; left -= 1) {
    const begins = body.u8() !== 0;
    const which = body.u8();
    body.skip(4);
    if (!begins) continue;
    reported.event = which;
    const code = ALARMS[which];
    if (code !== undefined) alarm.push(code);
    else if (which === IGNITION_ON || which === IGNITION_OFF) reported.ignition = which === IGNITION_ON;
  }
  return alarm.length > 0 ? { ...reported, alarm } : reported;
}
