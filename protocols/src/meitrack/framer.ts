import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 4096;

const START = 0x24; // $
const COMMA = 0x2c;
const LINE_END = 0x0a;
/** "$$", a letter, up to four digits of length. */
const MAX_HEAD_BYTES = 8;

const isStart = (byte: number) => byte === START;
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

/** A frame consists of "$$", a counter letter, the bytes from the comma to the line end. */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0) || (at + 1 < end && !isStart(bytes[at + 1] ?? 0)))
    return untilStart(bytes, at, end, isStart);
  let next = at + 3;
  let length = 0;
  for (; next < end && isDigit(bytes[next] ?? 0) && next < at + MAX_HEAD_BYTES; next += 1) {
    length = length * 10 + (bytes[next] ?? 0) - 0x30;
  }
  if (next >= end) return NEEDS_MORE_BYTES;
  if (bytes[next] !== COMMA || length < 10 || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  const close = next + length;
  if (close > end) return NEEDS_MORE_BYTES;
  if (bytes[close - 1] === LINE_END) return close - at;
  // If the length is wrong, the line end decides.
  const line = bytes.subarray(next, end).indexOf(LINE_END);
  return line < 0 ? NEEDS_MORE_BYTES : next + line + 1 - at;
};

export const newMeitrackFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
