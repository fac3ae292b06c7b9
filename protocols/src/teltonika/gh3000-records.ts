/** Records of codec 7, used by the personal trackers GH3000. Source: "GH3000 Protocols". */
import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes, Fix, Message } from '../types.ts';

/** The clock counts seconds from 2007-01-01 UTC in its lower 30 bits; the upper two are the priority. */
const EPOCH_S = Date.UTC(2007, 0, 1) / 1000;

const hasBit = (mask: number, bit: number): boolean => ((mask >> bit) & 1) === 1;

function f32(reader: ByteReader): number {
  const bytes = reader.take(4);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0);
}

/** The GPS element: a mask, and the fields that it selects. */
function readFix(reader: ByteReader, time: Date, attributes: Attributes): Fix | null {
  const mask = reader.u8();
  // An element without coordinates (the device knows only its cell) is read as 0, 0, as in the recorded frames.
  const lat = hasBit(mask, 0) ? f32(reader) : 0;
  const lon = hasBit(mask, 0) ? f32(reader) : 0;
  const altitudeM = hasBit(mask, 1) ? reader.i16() : null;
  const courseDeg = hasBit(mask, 2) ? (reader.u8() * 360) / 256 : 0;
  const speedKph = hasBit(mask, 3) ? reader.u8() : 0;
  if (hasBit(mask, 4)) attributes.satellites = reader.u8();
  if (hasBit(mask, 5)) {
    attributes.locationAreaCode = reader.u16();
    attributes.cellId = reader.u16();
  }
  if (hasBit(mask, 6)) attributes.rssi = reader.u8();
  if (hasBit(mask, 7)) attributes.operator = reader.u32();
  // The negation also rejects NaN.
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  return { time, valid: attributes.satellites !== 0, lat, lon, altitudeM, speedKph, courseDeg };
}

function setElement(attributes: Attributes, alarms: AlarmCode[], id: number, value: number): void {
  if (id === 1) attributes.batteryPercent = value;
  else if (id === 2) attributes.usbConnected = value === 1;
  else if (id === 5) attributes.uptimeS = value;
  else if (id === 20) attributes.hdop = value / 10;
  else if (id === 21) attributes.vdop = value / 10;
  else if (id === 22) attributes.pdop = value / 10;
  else if (id === 67) attributes.batteryV = value / 1000;
  else if (id === 240) attributes.motion = value === 1;
  else if (id === 244) attributes.roaming = value === 1;
  else if (id === 222 && value === 1) alarms.push('sos');
  else attributes[`io${id}`] = value;
}

/** Reads one record; throws `FrameTooShort`. */
export function readGh3000Record(reader: ByteReader): Message {
  const deviceTime = new Date(((reader.u32() & 0x3fffffff) + EPOCH_S) * 1000);
  const mask = reader.u8();
  const attributes: Attributes = {};
  const alarms: AlarmCode[] = [];
  const fix = hasBit(mask, 0) ? readFix(reader, deviceTime, attributes) : null;
  for (const [bit, size] of [
    [1, 1],
    [2, 2],
    [3, 4],
  ] as const) {
    if (!hasBit(mask, bit)) continue;
    for (let left = reader.u8(); left > 0; left--) setElement(attributes, alarms, reader.u8(), reader.readUint(size));
  }
  if (alarms.length > 0) attributes.alarm = alarms;
  return { kind: 'report', deviceTime, fix, attributes };
}
