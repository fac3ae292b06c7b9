import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Message } from '../types.ts';
import { eventOf } from './alarms.ts';
import { FAMILY, putBcd, readMotion, readBatteryPercent, readTime, reportAt } from './fields.ts';

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;
/** Bytes of a position or of cells, and of three wireless networks with the device's own. */
const [PLACE_BYTES, WIRELESS_BYTES] = [16, 27];

/**
 * Reads these fields in order: state (satellites; bit 6 a position by satellites, bit 7 from memory), event, time,
 * position or cells, acceleration, percent, degrees, light, volts of the battery and of the solar panel, metres driven,
 * inputs, settings.
 */
export function portableReport(reader: ByteReader): Message {
  const state = reader.u8();
  const event = eventOf(FAMILY.portable, reader.u8());
  const time = readTime(reader);
  const place = has(state, 6) ? readMotion(reader) : (reader.skip(PLACE_BYTES), null);
  const attributes = { satellites: state & 0x1f, ...event, ...(has(state, 7) && { archived: true }) };
  return reportAt(time, place, true, { ...attributes, ...readDevice(reader) });
}

/**
 * Reads the same with wireless networks (bit 5) instead of cells: state, event, time, 27 bytes of location data, then
 * the device.
 */
export function wirelessReport(reader: ByteReader): Message {
  const state = reader.u8();
  const event = eventOf(FAMILY.portable, reader.u8());
  const time = readTime(reader);
  const next = reader.offset + WIRELESS_BYTES;
  const place = has(state, 5) || !has(state, 6) ? null : readMotion(reader);
  reader.skip(next - reader.offset);
  const attributes = { ...event, ...(has(state, 7) && { archived: true }) };
  return reportAt(time, place, true, { ...attributes, ...readDevice(reader) });
}

function readDevice(reader: ByteReader): Attributes {
  reader.skip(5);
  const attributes: Attributes = { ...readBatteryPercent(reader) };
  const degrees = reader.u8();
  if (degrees !== 0xff) attributes.deviceTemperatureC = (degrees & 0x7f) * (has(degrees, 7) ? -1 : 1);
  putBcd(attributes, 'light', reader, 1, 10);
  putBcd(attributes, 'batteryV', reader, 1, 10);
  putBcd(attributes, 'solarV', reader, 1, 10);
  attributes.odometerM = reader.u32();
  const inputs = reader.u16();
  attributes.ignition = has(inputs, 2);
  attributes.rssi = (inputs >> 4) & 0x7f;
  return attributes;
}

/** States of a lock that mean closed, by the makers' numbers; the rest mean open or something else. */
const SHUT: ReadonlySet<number> = new Set([
  0x00, 0x05, 0x07, 0x12, 0x13, 0x14, 0x16, 0x17, 0x22, 0x23, 0x24, 0x26, 0x27, 0x32, 0x33, 0x34, 0x36, 0x37, 0x42,
  0x43, 0x44, 0x46, 0x47, 0x52, 0x53, 0x54, 0x56, 0x57,
]);
const OPEN: ReadonlySet<number> = new Set([
  0x03, 0x06, 0x08, 0x11, 0x15, 0x21, 0x25, 0x31, 0x35, 0x41, 0x45, 0x51, 0x55,
]);
const CUT = 0x01;

/** Reads the report of a lock: time, state, position or cells, event, the card or number used. */
export function lockReport(reader: ByteReader): Message {
  const time = readTime(reader);
  const state = reader.u8();
  const place = has(state, 6) ? readMotion(reader) : (reader.skip(PLACE_BYTES), null);
  const event = reader.u8();
  const key = reader.hex(Math.min(reader.remaining === 0 ? 0 : reader.u8(), reader.remaining));
  const attributes: Attributes = {
    satellites: state & 0x1f,
    event,
    ...(SHUT.has(event) && { locked: true }),
    ...(OPEN.has(event) && { locked: false }),
    ...(event === CUT && { alarm: ['tampering'] }),
    ...(key !== '' && { lockKey: key }),
    ...(has(state, 7) && { archived: true }),
  };
  return reportAt(time, place, true, attributes);
}
