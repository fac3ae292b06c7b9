import { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Decoded } from '../types.ts';
import { alarmOf } from './alarms.ts';

const TYPES: Readonly<Record<number, string>> = { 0x81: 'STT', 0x82: 'ALT' };
const [LATITUDE, LONGITUDE] = [11, 12];

/** Decodes the newer protocol's binary reports: type, length, identity, mask, and then the same fields as in text. */
export function decodeBinary(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame);
  const type = TYPES[reader.u8()] ?? '';
  reader.skip(2);
  const identity = reader.hex(5);
  const mask = reader.u24();
  const has = (bit: number) => ((mask >>> bit) & 1) === 1;
  const skip = (bit: number, bytes: number) => void (has(bit) && reader.skip(bytes));
  const attributes: Attributes = {};
  skip(1, 1);
  skip(2, 3);
  if (has(3) && reader.u8() !== 1) attributes.archived = true;
  const time = has(4) && has(5) ? momentOf(reader) : null;
  skip(6, 4);
  skip(7, 2);
  skip(8, 2);
  skip(9, 2);
  if (has(10)) attributes.rssi = reader.u8();
  const lat = has(LATITUDE) ? degrees(reader) : undefined;
  const lon = has(LONGITUDE) ? degrees(reader) : undefined;
  const speedKph = has(13) ? reader.u16() / 100 : 0;
  const courseDeg = has(14) ? reader.u16() / 100 : 0;
  if (has(15)) attributes.satellites = reader.u8();
  const valid = has(16) && reader.u8() === 1;
  if (has(17)) {
    const inputs = reader.u8();
    attributes.ignition = (inputs & 1) === 1;
    attributes.input1 = (inputs & 2) === 2;
  }
  skip(18, 1);
  if (has(19)) Object.assign(attributes, alarmOf(type, reader.u8()));
  const placed = timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg });
  return { identities: [identity], messages: [{ kind: 'report', ...placed, attributes }], replies: [] };
}

function momentOf(reader: ByteReader): Date | null {
  const [year = 0, month = 0, day = 0, ...clock] = reader.take(6);
  return timeIfAny(() => utc(year, month, day, ...clock));
}

/** Millionths of a degree; the first bit is the sign. */
function degrees(reader: ByteReader): number {
  const value = reader.u32();
  return (value >= 0x8000_0000 ? -(value - 0x8000_0000) : value) / 1e6;
}
