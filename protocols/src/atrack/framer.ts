import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Pieces of pictures, and many records in one message. */
export const MAX_FRAME_BYTES = 8192;

const AT_SIGN = 0x40;
const DOLLAR = 0x24;
const COMMA = 0x2c;
const LINE_END = 0x0a;
export const KEEP_ALIVE = [0xfe, 0x02] as const;
export const KEEP_ALIVE_BYTES = 12;
/** The letters before the checksum are configurable; some models send this instead. */
const OTHER_PREFIX = 0x02;
const HEAD_BYTES = 6;
const MIN_BYTES = 16;
const MAX_DIGITS = 5;

const isStart = (byte: number) =>
  byte === AT_SIGN || byte === DOLLAR || byte === KEEP_ALIVE[0] || byte === OTHER_PREFIX;

/** True when a message is text: "@P,checksum,length,…". */
export const isText = (frame: Uint8Array): boolean => frame[0] === AT_SIGN && frame[2] === COMMA;

const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  const here = end - at;
  if (start === DOLLAR) return toLineEnd(bytes, at, end);
  if (here < HEAD_BYTES) return NEEDS_MORE_BYTES;
  if (start === KEEP_ALIVE[0]) {
    if (bytes[at + 1] !== KEEP_ALIVE[1]) return untilStart(bytes, at, end, isStart);
    return here < KEEP_ALIVE_BYTES ? NEEDS_MORE_BYTES : KEEP_ALIVE_BYTES;
  }
  if (start === AT_SIGN && bytes[at + 2] === COMMA) return ofText(bytes, at, end);
  const length = HEAD_BYTES + ((bytes[at + 4] ?? 0) << 8) + (bytes[at + 5] ?? 0);
  if (length < MIN_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return length > here ? NEEDS_MORE_BYTES : length;
};

function toLineEnd(bytes: Uint8Array, at: number, end: number): number {
  for (let index = at; index < end; index += 1) if (bytes[index] === LINE_END) return index + 1 - at;
  return NEEDS_MORE_BYTES;
}

/** A text message: "@P", a checksum, and a length that counts the bytes from the comma after it to the end. */
function ofText(bytes: Uint8Array, at: number, end: number): number {
  const first = at + 4 + bytes.subarray(at + 3, end).indexOf(COMMA);
  if (first < at + 4 || first >= end)
    return end - at > HEAD_BYTES * 2 ? untilStart(bytes, at, end, isStart) : NEEDS_MORE_BYTES;
  let length = 0;
  let next = first;
  for (; next < end && bytes[next] !== COMMA; next += 1) {
    const digit = (bytes[next] ?? 0) - 0x30;
    if (digit < 0 || digit > 9 || next - first >= MAX_DIGITS) return untilStart(bytes, at, end, isStart);
    length = length * 10 + digit;
  }
  if (next >= end) return NEEDS_MORE_BYTES;
  let close = next + length;
  if (close - at > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (close > end) return NEEDS_MORE_BYTES;
  if (bytes[close - 1] !== LINE_END && bytes[close] === LINE_END && close < end) close += 1;
  return close - at;
}

/** Line ends can stand between messages. */
export const newAtrackFramer = () =>
  newStreamFramer(MAX_FRAME_BYTES, measure, (byte) => byte === 0x0d || byte === LINE_END || byte === 0);
