import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Rows of the engine's values are the longest messages. */
export const MAX_FRAME_BYTES = 2048;

export const AT_SIGN = 0x40; // @
const DOLLAR = 0x24;
const MIN_BYTES = 2 + 2 + 20 + 2 + 2 + 2;

const isStart = (byte: number) => byte === AT_SIGN || byte === DOLLAR;

/** The frame: "@@" or "$$", the total length in two bytes (little-endian), the content, a checksum and a line end. */
const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  if (end - at < 4)
    return bytes[at + 1] === start || end - at < 2 ? NEEDS_MORE_BYTES : untilStart(bytes, at, end, isStart);
  const length = (bytes[at + 2] ?? 0) + ((bytes[at + 3] ?? 0) << 8);
  if (bytes[at + 1] !== start || length < MIN_BYTES || length > MAX_FRAME_BYTES) {
    return untilStart(bytes, at, end, isStart);
  }
  if (length > end - at) return NEEDS_MORE_BYTES;
  const close = at + length;
  return bytes[close - 2] === 0x0d && bytes[close - 1] === 0x0a ? length : untilStart(bytes, at, end, isStart);
};

export const newCastelFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
