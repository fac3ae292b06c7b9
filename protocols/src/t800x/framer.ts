import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** The longest known messages carry what an answer to a command says, two bytes a character. */
export const MAX_FRAME_BYTES = 4096;

/** Start, type, length, serial number, identity. */
export const HEAD_BYTES = 15;

const STARTS: ReadonlySet<number> = new Set([0x23, 0x25, 0x26, 0x27]);
const isStart = (byte: number) => STARTS.has(byte);

/** The start (two equal bytes that tell the family), type, length of the whole in two bytes. */
const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start) || (at + 1 < end && bytes[at + 1] !== start)) return untilStart(bytes, at, end, isStart);
  if (end - at < HEAD_BYTES) return MORE;
  const length = ((bytes[at + 3] ?? 0) << 8) + (bytes[at + 4] ?? 0);
  if (length < HEAD_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return length <= end - at ? length : MORE;
};

export const newT800xFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
