import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Decoded } from '../types.ts';
import { alarmOf } from './alarms.ts';

const TYPES: Readonly<Record<number, string>> = { 0x81: 'STT', 0x82: 'ALT' };
/** All of what a report may hold, as in the messages of text. */
const WHOLE_MASK = 0x3f_ff_ff;

/** The newer protocol's reports as bytes: type, length, identity, mask, then the same as in text. */
export function decodeBinary(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame);
  const type = TYPES[reader.u8()] ?? '';
  reader.skip(2);
  const identity = reader.hex(5);
  const mask = reader.u24();
  if ((mask & WHOLE_MASK) !== WHOLE_MASK) throw new BadFrame(`a report of parts 0x${mask.toString(16)}`);
  reader.skip(1 + 3);
  const isLive = reader.u8() === 1;
  const [year, month, day, hour, minute, second] = [
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
    reader.u8(),
  ];
  const time = timeIfAny(() => utc(year, month, day, hour, minute, second));
  reader.skip(4 + 2 + 2 + 2);
  const rssi = reader.u8();
  const [lat, lon] = [degrees(reader), degrees(reader)];
  const [speedKph, courseDeg] = [reader.u16() / 100, reader.u16() / 100];
  const satellites = reader.u8();
  const valid = reader.u8() === 1;
  const inputs = reader.u8();
  reader.skip(1);
  const id = reader.u8();
  const attributes: Attributes = {
    rssi,
    satellites,
    ignition: (inputs & 1) === 1,
    input1: (inputs & 2) === 2,
    ...(!isLive && { archived: true }),
    ...alarmOf(type, id),
  };
  const placed = timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg });
  return { identities: [identity], messages: [{ kind: 'report', ...placed, attributes }], replies: [] };
}

/** Millionths of a degree; the first bit is the sign. */
function degrees(reader: ByteReader): number {
  const value = reader.u32();
  return (value >= 0x8000_0000 ? -(value - 0x8000_0000) : value) / 1e6;
}
