import { ByteReader } from '../tools/bytes.ts';
import { fixIfAny } from '../tools/fix.ts';
import type { AlarmCode, Attributes, Decoded, Fix, Message } from '../types.ts';
import { MINUS } from './framer.ts';

/** A count, two bytes of checksum and "$". */
const END_BYTES = 4;
const PARTED = 0x80;
const LONG = 0x80;
/** Records by their reason. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x01: 'powerOn',
  0x05: 'powerOff',
  0x10: 'sos',
  0x87: 'tampering',
};
/** Whether the receiver has a fix: bits 2 and 3 of its state. */
const HAS_FIX = 2;

/** The data of a record read so far. */
interface Reported {
  fix: Fix | null;
  attributes: Attributes;
}

/** A number of one byte, or of two where the highest bit is set. */
function oneOrTwo(reader: ByteReader): number {
  return ((reader.peek() ?? 0) & LONG) === 0 ? reader.u8() : reader.u16() & 0x7fff;
}

/**
 * Decodes a message of records ("+", 0): length, parts, identity in BCD, device, versions, then the records. A message
 * from memory begins with a minus instead of the plus.
 */
export function decodeRecords(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 4, frame.length - END_BYTES);
  if ((reader.u8() & PARTED) !== 0) reader.skip(2);
  const identity = reader.hex(8).replace(/^0/, '');
  reader.skip(5);
  reader.skip(reader.u8());
  const messages: Message[] = [];
  while (reader.remaining > 8) {
    const start = reader.offset;
    const length = oneOrTwo(reader);
    // The length counts itself.
    const end = Math.min(start + length, reader.end);
    if (end <= reader.offset) break;
    const message = record(new ByteReader(frame, reader.offset, end));
    if (frame[0] === MINUS) message.attributes.archived = true;
    messages.push(message);
    reader.offset = end;
  }
  return { identities: [identity], messages, replies: [] };
}

/** Reads these fields in order: time, count, reason, code of the reason, then items: number, length, value. */
function record(reader: ByteReader): Message {
  const deviceTime = new Date(reader.u32() * 1000);
  reader.skip(2);
  const cause = reader.u8() >> 3 === 0x1f ? 0xf8 + (reader.u8() & 7) : (reader.peek(-1) ?? 0);
  reader.skip(1);
  const reported: Reported = { fix: null, attributes: { event: cause } };
  const alarm = ALARMS[cause];
  if (alarm !== undefined) reported.attributes.alarm = [alarm];
  while (reader.remaining >= 2) {
    const item = oneOrTwo(reader);
    const length = oneOrTwo(reader);
    if (length > reader.remaining) break;
    const at = reader.skip(length);
    readItem(item, new ByteReader(reader.bytes, at, at + length), reported);
  }
  return { kind: 'report', deviceTime, ...reported };
}

function readItem(item: number, value: ByteReader, reported: Reported): void {
  const { attributes } = reported;
  switch (item) {
    case 0x0a:
      attributes.batteryPercent = value.u8();
      break;
    case 0x17:
      attributes.motion = value.u8() === 1;
      break;
    case 0x51:
    case 0x52:
      reported.fix = place(value, item === 0x52, attributes);
      break;
    case 0x55:
      cell(value, attributes);
      break;
    // Reads whether the supply is connected, its millivolts, the battery percentage, and whether it is charging.
    case 0x61: {
      value.skip(1);
      const millivolts = value.u16();
      if (millivolts > 0) attributes.batteryV = millivolts / 1000;
      attributes.batteryPercent = value.u8();
      break;
    }
  }
}

/**
 * Reads these fields in order: state of the receiver, coordinates, time, tenths of km/h; the longer form continues with
 * accuracy, course, metres, satellites.
 */
function place(value: ByteReader, isLong: boolean, attributes: Attributes): Fix | null {
  const state = (value.u8() >> 2) & 3;
  const [lon, lat] = [value.i32() / 1e6, value.i32() / 1e6];
  const time = new Date(value.u32() * 1000);
  const reported = { time, valid: state === HAS_FIX, lat, lon, speedKph: value.u16() / 10 };
  if (!isLong) return fixIfAny(reported);
  const [hdop, courseDeg] = [value.u8() / 10, value.u16()];
  const altitudeM = ((value.u24() << 8) >> 8) / 10;
  attributes.hdop = hdop;
  attributes.satellites = value.u8();
  return fixIfAny({ ...reported, courseDeg, altitudeM });
}

/** Reads these fields in order: operator, area, cell, technology, and the signal last. */
function cell(value: ByteReader, attributes: Attributes): void {
  value.skip(12);
  const rssi = value.u8();
  if (rssi <= 31) attributes.rssi = rssi;
}
