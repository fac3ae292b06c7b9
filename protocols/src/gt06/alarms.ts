import type { AlarmCode, Attributes } from '../types.ts';
import type { Family } from './session.ts';

/**
 * Alarm bytes of the 0x16, 0x26, 0x27 and similar frames. From the Concox and Jimi manuals; where makers disagree, the
 * meaning that most of them share. Codes that report no danger (first fix, SIM changed, ignition) are left out.
 */
const COMMON: Readonly<Record<number, AlarmCode>> = {
  0x01: 'sos',
  0x02: 'powerCut',
  0x03: 'vibration',
  0x04: 'geofenceEnter',
  0x05: 'geofenceExit',
  0x06: 'overspeed',
  0x09: 'vibration',
  0x0c: 'tampering',
  0x0e: 'lowBattery',
  0x0f: 'lowBattery',
  0x11: 'powerOff',
  0x13: 'tampering',
  0x14: 'door',
  0x15: 'powerOff',
  0x18: 'removing',
  0x19: 'lowBattery',
  0x1a: 'hardBraking',
  0x1b: 'hardCornering',
  0x23: 'fallDown',
  0x25: 'tampering',
  0x26: 'hardAcceleration',
  0x27: 'hardBraking',
  0x28: 'hardBraking',
  0x29: 'hardAcceleration',
  0x2a: 'hardCornering',
  0x2b: 'hardCornering',
  0x2c: 'accident',
  0x2e: 'hardCornering',
  0x30: 'hardBraking',
  0x32: 'tampering',
  0x33: 'lock',
  0x34: 'unlock',
  0x53: 'fuelLeak',
  0x5b: 'temperature',
  0x5c: 'temperature',
  0xc9: 'idle',
  0xf0: 'hardAcceleration',
  0xf1: 'hardBraking',
  0xf2: 'accident',
  0x107: 'jamming',
  0x10b: 'jamming',
};

const OF_FAMILY: Readonly<Record<Family, Readonly<Record<number, AlarmCode>>>> = {
  standard: {},
  seeworld: { 0x28: 'hardCornering', 0x29: 'accident' },
  lw: { 0x18: 'accident', 0x19: 'hardAcceleration' },
  trx16i: { 0x09: 'geofence', 0x0e: 'lowPower' },
};

/** Bits 3 to 5 of the terminal information (GT06 manual 5.3.1.14). */
const OF_STATUS: Readonly<Record<number, AlarmCode>> = {
  1: 'vibration',
  2: 'powerCut',
  3: 'lowBattery',
  4: 'sos',
  6: 'geofence',
  7: 'removing',
};

/** Adds an alarm to the attributes; one reported twice in a frame counts once. */
export function addAlarm(attributes: Attributes, alarm: AlarmCode | undefined): void {
  if (alarm === undefined || attributes.alarm?.includes(alarm)) return;
  attributes.alarm = attributes.alarm ? [...attributes.alarm, alarm] : [alarm];
}

/** Adds the meaning of an alarm byte, and stores the byte itself as the event. 0 means none. */
export function addAlarmCode(attributes: Attributes, code: number, family: Family): void {
  if (code === 0) return;
  attributes.event = code;
  addAlarm(attributes, OF_FAMILY[family][code] ?? COMMON[code]);
}

/** Adds the alarm in the terminal information's bits 3 to 5. */
export function addStatusAlarm(attributes: Attributes, status: number, seven: AlarmCode = 'removing'): void {
  const bits = (status >>> 3) & 7;
  addAlarm(attributes, bits === 7 ? seven : OF_STATUS[bits]);
}
