import { UnknownType, unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Message } from '../types.ts';
import { stateOf } from './tail.ts';

const GEOFENCE = 8;
const CALLED = 3;
const COMPRESSED = 100;
/** Bytes that an event of some type has before the position. */
const EVENT_BYTES: Readonly<Record<number, number>> = {
  6: 2,
  45: 7,
  46: 7,
  15: 3,
  17: 4,
  21: 5,
  26: 12,
  31: 2,
  35: 1,
  33: 1,
  23: 1,
  34: 3,
};
const EVENT_ALARMS: Readonly<Record<number, AlarmCode>> = { 6: 'lowBattery', 23: 'accident', 33: 'jamming' };
const IGNITION_ON = 45;
const IGNITION_OFF = 46;
const UNKNOWN_STATE = 0;
/** Sizes in a message about the device: its battery, its signal, its versions. */
const ABOUT = { version: 6, battery: 7, signal: 5 } as const;

/** Null if there is no such time. */
function momentOf(reader: ByteReader): Date | null {
  const year = reader.u16();
  const [month = 0, day = 0, hour, minute, second] = reader.take(5);
  return timeIfAny(() => utc(year, month, day, hour, minute, second));
}

/**
 * Fifteen digits in eight bytes, each byte a two-digit number (86 is 0x56), the last one of one digit. Some servers
 * take the bytes for one number, and know the device by that.
 */
function identitiesOf(bytes: Uint8Array): string[] {
  let digits = '';
  for (const [index, byte] of bytes.entries()) digits += index < 7 ? String(byte).padStart(2, '0') : String(byte);
  const asNumber = String(bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)).padStart(15, '0');
  return digits.length === 15 ? [digits, asNumber] : [asNumber];
}

/** Binary messages: "+RSP", "+EVT", "+INF", "+ACK", "+HBD", with the device's default masks (everything is sent). */
export function decodeBinary(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 1);
  const head = reader.text(3);
  switch (head) {
    case 'RSP':
    case 'EVT':
      return report(reader, head === 'EVT');
    case 'INF':
      return { identities: [], messages: [information(reader)], replies: [] };
    case 'ACK': {
      const message: Message = { kind: 'reply', deviceTime: null, fix: null, attributes: {} };
      return { identities: [], messages: [{ ...message, text: `command ${reader.u8()}` }], replies: [] };
    }
    case 'HBD':
      return {
        identities: [],
        messages: [{ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} }],
        replies: [],
      };
    default:
      throw new UnknownType(`+${head}`);
  }
}

/**
 * Reads these fields in order: type, mask, length, device, versions, identity, battery in percent, millivolts of the
 * vehicle, state, satellites.
 */
function report(reader: ByteReader, isEvent: boolean): Decoded {
  const type = reader.u8();
  reader.skip(11);
  const identities = identitiesOf(reader.take(8));
  const attributes: Attributes = { batteryPercent: Math.min(100, reader.u8()), powerV: reader.u16() / 1000 };
  if (!isEvent && type === GEOFENCE) reader.skip(2);
  const state = reader.u8();
  if (state !== UNKNOWN_STATE) Object.assign(attributes, stateOf(state.toString(16).toUpperCase().padStart(2, '0')));
  attributes.satellites = reader.u8();
  if (isEvent) {
    reader.skip(EVENT_BYTES[type] ?? 0);
    attributes.event = type;
    const alarm = EVENT_ALARMS[type];
    if (alarm !== undefined) attributes.alarm = [alarm];
    if (type === IGNITION_ON || type === IGNITION_OFF) attributes.ignition = type === IGNITION_ON;
  } else if (type === COMPRESSED) {
    return { identities, messages: compressed(reader, attributes), replies: [] };
  } else {
    reader.skip(1);
    if (type === CALLED) skipNumber(reader);
  }
  const count = isEvent ? Math.min(1, reader.u8()) : reader.u8();
  const messages: Message[] = [];
  for (let index = 0; index < count; index += 1) {
    const message = unlessUnreadable(() => place(reader, attributes));
    if (message === null) break;
    messages.push(message);
  }
  if (messages.length === 0) messages.push({ kind: 'report', deviceTime: null, fix: null, attributes });
  return { identities, messages, replies: [] };
}

/** The caller's number: its length, then two digits per byte up to one that is f. */
function skipNumber(reader: ByteReader): void {
  reader.skip(1);
  for (;;) {
    const byte = reader.u8();
    if ((byte & 0x0f) === 0x0f || (byte & 0xf0) === 0xf0) return;
  }
}

/**
 * Reads these fields in order: accuracy (0: no fix), km/h in two bytes and one of tenths, course, metres, coordinates,
 * time, cell, and an unused byte.
 */
function place(reader: ByteReader, attributes: Attributes): Message {
  const hdop = reader.u8();
  const speedKph = reader.u16() + reader.u8() / 10;
  const [courseDeg, altitudeM] = [reader.u16(), reader.i16()];
  const [lon, lat] = [reader.i32() / 1e6, reader.i32() / 1e6];
  const time = momentOf(reader);
  reader.skip(9);
  const fix = fixIfAny({ time, valid: hdop > 0, lat, lon, altitudeM, speedKph, courseDeg });
  return { kind: 'report', deviceTime: null, fix, attributes: { ...attributes, hdop } };
}

/** Reads bits in sequence, the highest first. */
function bitsOf(reader: ByteReader, bytes: number): (count: number) => number {
  let value = 0n;
  for (let index = 0; index < bytes; index += 1) value = (value << 8n) | BigInt(reader.u8());
  let left = BigInt(bytes * 8);
  return (count) => {
    left -= BigInt(count);
    return Number((value >> left) & ((1n << BigInt(count)) - 1n));
  };
}

const signed = (value: number, bits: number): number => (value >= 2 ** (bits - 1) ? value - 2 ** bits : value);

/**
 * Reads one position per second: whole ones (first bits 01), changes from the previous one (10), seconds without
 * coordinates.
 */
function compressed(reader: ByteReader, attributes: Attributes): Message[] {
  const count = reader.u16();
  const messages: Message[] = [];
  let [speed, courseDeg, lon, lat, second] = [0, 0, 0, 0, 0];
  for (let index = 0; index < count && reader.remaining > 0; index += 1) {
    if (second > 0) second += 1;
    const form = (reader.peek() ?? 0) >> 6;
    if (form === 1) {
      const bits = bitsOf(reader, 3);
      bits(3);
      [speed, courseDeg] = [bits(12), bits(9)];
      [lon, lat] = [reader.i32(), reader.i32()];
      if (second === 0) second = reader.u32();
    } else if (form === 2) {
      const bits = bitsOf(reader, 5);
      bits(3);
      speed += signed(bits(7), 7);
      courseDeg += signed(bits(7), 7);
      lon += signed(bits(12), 12);
      lat += signed(bits(11), 11);
    } else {
      reader.skip(1);
      continue;
    }
    const reported = { lat: lat / 1e6, lon: lon / 1e6, speedKph: Math.max(0, speed) / 10, courseDeg };
    const fix = fixIfAny({ time: new Date(second * 1000), valid: true, ...reported });
    messages.push({ kind: 'report', deviceTime: null, fix, attributes: messages.length === 0 ? attributes : {} });
  }
  return messages;
}

/**
 * Reads these fields in order: type, mask of two bytes, length, name of eight, device, versions, then fields by type;
 * its time precedes count, checksum and line end. It has no identity.
 */
function information(reader: ByteReader): Message {
  const type = reader.u8();
  reader.skip(4 + 8 + 5);
  if (type === ABOUT.version) reader.skip(6);
  const attributes: Attributes = stateOf(reader.u8().toString(16).toUpperCase().padStart(2, '0'));
  reader.skip(1);
  attributes.satellites = reader.u8();
  const deviceTime = momentOf(new ByteReader(reader.bytes, reader.bytes.length - 13));
  return { kind: 'report', deviceTime, fix: null, attributes };
}
