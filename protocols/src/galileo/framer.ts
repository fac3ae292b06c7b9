import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Packets are of up to 1,000 bytes by the manual; those of newer devices are longer. */
export const MAX_FRAME_BYTES = 4096;

/** What packets begin with: records, a part of a photograph, records whose main part is packed. */
export const HEAD = { records: 0x01, photo: 0x07, packed: 0x08 } as const;

const isStart = (byte: number) => byte === HEAD.records || byte === HEAD.photo || byte === HEAD.packed;

/** Whether a message of the Iridium network stands at `at`: its first part is the header, of 28 bytes. */
export const isIridium = (bytes: Uint8Array, at = 0): boolean =>
  bytes[at] === HEAD.records && bytes[at + 3] === 0x01 && bytes[at + 4] === 0x00 && bytes[at + 5] === 0x1c;

/** Head, length of the tags with one bit for what is kept, tags, CRC. Iridium's have the length's high byte first. */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (end - at < 6) return MORE;
  const [first, second] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
  const length = isIridium(bytes, at) ? 3 + (first << 8) + second : 5 + first + ((second & 0x7f) << 8);
  if (length > MAX_FRAME_BYTES || length < 6) return untilStart(bytes, at, end, isStart);
  return length <= end - at ? length : MORE;
};

export const newGalileoFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
