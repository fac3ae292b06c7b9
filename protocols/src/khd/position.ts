import type { ByteReader } from '../tools/bytes.ts';
import { decimalCoordinateIfAny, decimalDigitsIfAny } from '../tools/decimal-bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

const [ALARM, REPLY, PERIPHERAL] = [0x82, 0x85, 0xa3];
const VALID = 0x80;
/** Bit of the state: the ignition is off. */
const IGNITION_OFF = 31;

const ALARMS: readonly (readonly [byte: number, bit: number, alarm: AlarmCode])[] = [
  [0, 4, 'lowPower'],
  [0, 6, 'geofenceExit'],
  [0, 7, 'geofenceEnter'],
  [1, 0, 'sos'],
  [1, 1, 'overspeed'],
  [1, 3, 'powerCut'],
  [1, 6, 'tow'],
  [1, 7, 'door'],
  [2, 2, 'temperature'],
  [2, 4, 'tampering'],
  [2, 6, 'fatigueDriving'],
  [2, 7, 'idle'],
  [6, 3, 'vibration'],
  [6, 4, 'hardBraking'],
  [6, 5, 'hardAcceleration'],
  [6, 6, 'hardCornering'],
  [6, 7, 'accident'],
];
const ALARM_BYTES = 8;

/**
 * Reads these fields in order: timestamp, latitude, longitude, km/h and course in decimal digits, then the states by
 * the type of the frame.
 */
export function position(type: number, reader: ByteReader): Message {
  const moment = reader.hex(6);
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const [lat, lon] = [decimalCoordinateIfAny(reader), decimalCoordinateIfAny(reader)];
  const [speedKph, courseDeg] = [decimalDigitsIfAny(reader, 2), decimalDigitsIfAny(reader, 2)];
  const valid = (reader.u8() & VALID) !== 0;
  const placed = timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg });
  if (type === ALARM) return { kind: 'report', ...placed, attributes: alarmsOf(reader) };
  const attributes: Attributes = {};
  const order = state(reader, attributes);
  if (type === PERIPHERAL) peripherals(reader, attributes);
  if (type !== REPLY) return { kind: 'report', ...placed, attributes };
  return { kind: 'reply', ...placed, attributes, text: `order ${order.toString(16).padStart(2, '0')}` };
}

function alarmsOf(reader: ByteReader): Attributes {
  reader.skip(2);
  const bits = reader.take(ALARM_BYTES);
  const alarm = ALARMS.filter(([byte, bit]) => (((bits[byte] ?? 0) >> bit) & 1) === 1).map(([, , code]) => code);
  return alarm.length > 0 ? { alarm } : {};
}

/**
 * Reads these fields in order: metres driven (otherwise fuel), 32 switches, the reporting interval, and the order to
 * which this is the reply.
 */
function state(reader: ByteReader, attributes: Attributes): number {
  const counter = reader.u24();
  if ((counter & 0xffff) > 0) attributes.odometerM = counter;
  else if (counter > 0) attributes.fuelLevel = counter >> 16;
  const status = reader.u32();
  attributes.status = status;
  attributes.ignition = status >>> IGNITION_OFF === 0;
  reader.skip(7);
  return reader.u8();
}

/** Reads these fields in order: connected peripherals: type, length, data. */
function peripherals(reader: ByteReader, attributes: Attributes): void {
  reader.skip(2);
  while (reader.remaining >= 2) {
    const type = reader.u8();
    const length = reader.u8();
    if (length > reader.remaining) return;
    const end = reader.offset + length;
    peripheral(type, length, reader, attributes);
    reader.offset = end;
  }
}

/** Up to four tanks in 65,534 parts; no tank where all bits are 0 or 1. */
const [FULL, NO_TANK] = [0xfffe, 0xffff];

function tanks(length: number, reader: ByteReader, attributes: Attributes): void {
  for (let number = 1; number <= 4 && length >= 2 * number; number += 1) {
    const level = reader.u16();
    if (level > 0 && level < NO_TANK) attributes[`fuel${number}Percent`] = Math.round((level * 1000) / FULL) / 10;
  }
}

function peripheral(type: number, length: number, reader: ByteReader, attributes: Attributes): void {
  if (type === 0x01 && length >= 2) attributes.fuelLevel = reader.u8() * 100 + reader.u8();
  if (type === 0x02 && length >= 2) attributes.temperature1C = reader.u8() * 100 + reader.u8();
  if (type === 0x18) tanks(length, reader, attributes);
  if (type === 0x20 && length >= 1) attributes.batteryPercent = reader.u8();
  if (type !== 0x05 || length < 2) return;
  const signed = reader.u8();
  if (signed === 1 || signed === 2) attributes.signedOn = signed === 1;
  attributes.driverTag = reader.text(length - 1);
}
