import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';

/** Jimi 4G appends modules to its frames: a two-byte number, a length of one byte, a value. */
export function readModules(reader: ByteReader, attributes: Attributes): void {
  while (reader.remaining >= 3) {
    const number = reader.u16();
    const end = reader.offset + reader.u8() + 1;
    if (end > reader.end) return;
    const size = end - reader.offset;
    if (number === 0x0018 && size === 2) attributes.batteryV = reader.u16() / 100;
    else if (number === 0x0027 && size === 2) attributes.powerV = reader.u16() / 100;
    else if (number === 0x002e && size === 4) attributes.odometerM = reader.u32();
    else if (number === 0x003b && size === 2) attributes.accuracyM = reader.u16() / 100;
    else if (number === 0x006a && size === 1) attributes.batteryPercent = reader.u8();
    reader.offset = end;
  }
}
