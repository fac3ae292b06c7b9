import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Positions from memory, and pieces of pictures, are the longest. */
export const MAX_FRAME_BYTES = 2048;

const DOLLAR = 0x24;
const AT = 0x40;
/** The size of the shortest frame: start, length, identity, command, checksum, line end. */
export const MIN_BYTES = 2 + 2 + 7 + 2 + 2 + 2;

const isStart = (byte: number) => byte === DOLLAR || byte === AT;

/** "$$" (in some "@@"), the total length in two bytes, which some leave at 0: then the line end decides. */
const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  if (end - at < 2) return NEEDS_MORE_BYTES;
  if (bytes[at + 1] !== start) return untilStart(bytes, at, end, isStart);
  if (end - at < MIN_BYTES) return NEEDS_MORE_BYTES;
  const length = ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  if (length === 0) return toLineEnd(bytes, at, end);
  if (length < MIN_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (length > end - at) return NEEDS_MORE_BYTES;
  const close = at + length;
  return bytes[close - 2] === 0x0d && bytes[close - 1] === 0x0a ? length : untilStart(bytes, at, end, isStart);
};

function toLineEnd(bytes: Uint8Array, at: number, end: number): number {
  for (let index = at + MIN_BYTES - 2; index + 1 < end; index += 1) {
    if (bytes[index] === 0x0d && bytes[index + 1] === 0x0a) return index + 2 - at;
  }
  return NEEDS_MORE_BYTES;
}

/** Zeros may stand between frames. */
export const newMeiligaoFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, (byte) => byte === 0);
