import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';

/** Bytes that a refrigerator adds for each set bit of its state, from bit 1 on. */
const REFRIGERATOR = [10, 10, 10, 2, 2, 2, 2, 2, 2, 32, 20, 12, 2, 2] as const;

/** Reads these fields in order: size of tag 0x5b: model, state, and the blocks selected by the state. */
export function refrigeratorBytes(reader: ByteReader): number {
  const state = (reader.peek(1) ?? 0) + ((reader.peek(2) ?? 0) << 8);
  return REFRIGERATOR.reduce((sum, bytes, index) => sum + (((state >> (index + 1)) & 1) === 1 ? bytes : 0), 7);
}

/** Size of tag 0x5c: two bytes for each of 34 tyres, or only two if the sensors do not respond. */
export function tyreBytes(reader: ByteReader): number {
  const [first, second] = [reader.peek(), reader.peek(1)];
  return (first === 0 && second === 0xff) || (first === 0xff && second === 0) ? 2 : 68;
}

/** Visible satellites, those in use, average and best signal. */
const SATELLITES = 0x8e;

const LENGTHS = new Map<number, number>();
const lengths = (bytes: number, ...tags: number[]): void => {
  for (const tag of tags) LENGTHS.set(tag, bytes);
};
for (let tag = 0x01; tag <= 0x80; tag += 1) lengths(4, tag);
for (let tag = 0x86; tag <= 0x91; tag += 1) lengths(4, tag);
lengths(1, 0x85, 0x93, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xb0, 0xb1, 0xb2, 0xfc);
lengths(2, 0x81, 0x82, 0x83, 0x84);
lengths(4, 0x95, 0xa9, 0xac);
lengths(6, 0xad, 0xae, 0xb4, 0xb5, 0xb6);
lengths(8, 0xfd, 0xfe);
lengths(12, 0xab, 0xb3);
lengths(14, 0xaf);
lengths(15, 0x92);
lengths(20, 0x94);

/** Tag 0xfe: its length, then tags of two bytes. The length allows unknown ones to be skipped. */
export function readExtended(reader: ByteReader, attributes: Attributes): void {
  const length = reader.u16le();
  const start = reader.skip(length);
  const end = reader.offset;
  reader.offset = start;
  while (end - reader.offset >= 2) {
    const tag = reader.u16le();
    const bytes = LENGTHS.get(tag);
    if (bytes === undefined || bytes > end - reader.offset) break;
    if (tag === SATELLITES) attributes.satellites = reader.peek(1) ?? 0;
    reader.skip(bytes);
  }
  reader.offset = end;
}
