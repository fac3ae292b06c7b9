import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';
import { keysOf } from './records.ts';

const textOf = (reader: ByteReader): string => {
  const text = reader.text(reader.remaining);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
};

/** What a device says of itself when it is asked for its settings; here numbers begin with the highest byte. */
export function readSettings(reader: ByteReader): { identity: string | null; attributes: Attributes } {
  const attributes: Attributes = {};
  let identity: string | null = null;
  for (const key of keysOf(reader)) {
    if (key === 0x02) attributes.firmware = String(reader.u32());
    else if (key === 0x03) identity = textOf(reader);
    else if (key === 0x04) attributes.iccid = textOf(reader);
    else if (key === 0x14) {
      attributes.batteryPercent = Math.min(100, reader.u8());
      attributes.batteryV = reader.u16() / 1000;
    } else if (key === 0x64) {
      attributes.rssi = reader.u8();
      reader.skip(4);
      attributes.operator = textOf(reader);
    } else if (key === 0x65) attributes.rssi = reader.u8();
  }
  return { identity, attributes };
}
