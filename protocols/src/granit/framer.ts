import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

const [PLUS, TILDE, STAR, RETURN, LINE_FEED] = [0x2b, 0x7e, 0x2a, 0x0d, 0x0a];
/** A plus, four letters, a tilde: binary content follows, with its count of bytes. */
export const TITLE_BYTES = 6;
const COUNT_BYTES = 2;
/** A star and two hexadecimal digits; the line end. */
export const SUM_BYTES = 3;
const END_BYTES = 2;
export const MAX_FRAME_BYTES = 4096;

const isLetter = (byte = 0) => byte >= 0x41 && byte <= 0x5a;
const isText = (byte: number) => byte >= 0x20 && byte <= 0x7e;

/** Returns how many of the first bytes match a title, up to the end of the available bytes. */
function titled(bytes: Uint8Array, at: number, end: number): number {
  let count = 0;
  for (; count < TITLE_BYTES && at + count < end; count += 1) {
    const byte = bytes[at + count];
    const fits = count === 0 ? byte === PLUS : count === TITLE_BYTES - 1 ? byte === TILDE : isLetter(byte);
    if (!fits) break;
  }
  return count;
}

/** Binary messages, or a line of text. */
const measure: Measure = (bytes, at, end) => {
  const fits = titled(bytes, at, end);
  if (fits < TITLE_BYTES) return at + fits === end ? NEEDS_MORE_BYTES : line(bytes, at, end);
  const content = at + TITLE_BYTES + COUNT_BYTES;
  if (content > end) return NEEDS_MORE_BYTES;
  const counted = (bytes[content - 2] ?? 0) + (bytes[content - 1] ?? 0) * 0x100;
  const close = content + counted;
  const length = close + SUM_BYTES + END_BYTES - at;
  if (length > MAX_FRAME_BYTES) return -1;
  if (at + length > end) return NEEDS_MORE_BYTES;
  const ends = bytes[close] === STAR && bytes[at + length - 2] === RETURN && bytes[at + length - 1] === LINE_FEED;
  return ends ? length : -1;
};

/** Bytes that cannot be part of a line are discarded. */
function line(bytes: Uint8Array, at: number, end: number): number {
  if (!isText(bytes[at] ?? 0)) return untilStart(bytes, at, end, isText);
  for (let index = at + 1; index < end; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === LINE_FEED) return index + 1 - at;
    if (!isText(byte) && byte !== RETURN) return at - index;
    if (byte === PLUS && titled(bytes, index, end) === TITLE_BYTES) return at - index;
  }
  return NEEDS_MORE_BYTES;
}

const isLineEnd = (byte: number) => byte === RETURN || byte === LINE_FEED;

export const newGranitFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isLineEnd);
