import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode } from '../types.ts';

type Codes = Readonly<Record<number, AlarmCode>>;

/** Item 0x70: driving behaviour alarms (T/JSATL 12-2017), by their type. */
const DRIVING: Codes = { 0x01: 'hardAcceleration', 0x02: 'hardBraking', 0x03: 'hardCornering', 0x16: 'accident' };
/** Item 0x65: driver alarms (the same standard). */
const DRIVER: Codes = { 0x01: 'fatigueDriving' };
/** Status of an alarm that ended. */
const ENDED = 2;

/** Reads these fields in order: alarm number of four bytes, status, type. */
function typed(value: ByteReader, codes: Codes): { type: number; alarms: AlarmCode[] } {
  value.skip(4);
  const [status, type] = [value.u8(), value.u8()];
  const alarm = status === ENDED ? undefined : codes[type];
  return { type, alarms: alarm === undefined ? [] : [alarm] };
}

export const drivingAlarm = (value: ByteReader) => typed(value, DRIVING);
export const driverAlarm = (value: ByteReader) => typed(value, DRIVER);
export const roadAlarm = (value: ByteReader) => typed(value, {});

/** Item 0xe8 of cameras: events, by a number of two bytes. */
const CAMERA: Codes = {
  0x0001: 'fault',
  0x0400: 'hardAcceleration',
  0x0401: 'hardBraking',
  0x0402: 'hardCornering',
  0x0403: 'overspeed',
  0x0405: 'accident',
  0x0406: 'vibration',
  0x0407: 'tow',
  0x0408: 'geofenceEnter',
  0x0409: 'geofenceExit',
  0x040c: 'door',
  0x0412: 'hardAcceleration',
  0x0413: 'hardBraking',
  0x0414: 'hardCornering',
  0x0415: 'laneChange',
  0x0416: 'accident',
  0x0417: 'accident',
  0x0c01: 'sos',
  0x0c02: 'lowPower',
  0x0c05: 'general',
  0x0c0e: 'powerCut',
  0x0c0f: 'lowBattery',
  0x0c10: 'powerOff',
  0x0c12: 'tampering',
};
export const cameraAlarm = (code: number): AlarmCode | undefined => CAMERA[code];

/** Message 0x0900 on channel 0xf0, kind 3: events of the vehicle. */
const VEHICLE: Codes = {
  0x01: 'powerRestored',
  0x02: 'powerCut',
  0x0e: 'idle',
  0x1a: 'hardAcceleration',
  0x1b: 'hardBraking',
  0x1c: 'hardCornering',
  0x1d: 'laneChange',
  0x1e: 'laneChange',
  0x1f: 'laneChange',
  0x23: 'fatigueDriving',
  0x25: 'overspeed',
  0x26: 'accident',
  0x27: 'accident',
  0x28: 'accident',
  0x31: 'door',
  0x32: 'door',
};
/** The same, kind 0x15: events of the acceleration sensor. */
const SENSED: Codes = {
  51: 'hardAcceleration',
  52: 'hardBraking',
  53: 'hardCornering',
  54: 'laneChange',
  56: 'accident',
};

/** Events, each a number and the length of its data. */
export function vehicleEvents(body: ByteReader, count: number): AlarmCode[] {
  const alarms: AlarmCode[] = [];
  for (let index = 0; index < count && body.remaining >= 2; index += 1) {
    const alarm = VEHICLE[body.u8()];
    body.skip(Math.min(body.u8(), body.remaining));
    if (alarm !== undefined && !alarms.includes(alarm)) alarms.push(alarm);
  }
  return alarms;
}
export const sensedEvent = (code: number): AlarmCode | undefined => SENSED[code];
