import { type Measure, NEEDS_MORE_BYTES, untilStart } from './stream-framer.ts';

const [COMMA, LINE_FEED] = [0x2c, 0x0a];
/** The most digits of a count. */
const MAX_DIGITS = 5;

interface CountedText {
  /** The two equal bytes with which a frame begins. */
  start: number;
  /** Bytes between the start and the count. */
  before: number;
  /** Bytes of a frame after the counted ones. */
  behind: number;
  /** True when a frame whose counted bytes end at `at` is plausible. */
  fits(bytes: Uint8Array, at: number): boolean;
  /** The greatest possible count. */
  most: number;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/**
 * A measure for text that counts its bytes: two equal bytes, some bytes of the maker, a decimal count, and that many
 * bytes from the comma on. If the count is wrong, the line end decides.
 */
export function countedText({ start, before, behind, fits, most }: CountedText): Measure {
  const isStart = (byte: number) => byte === start;
  return (bytes, at, end) => {
    if (bytes[at] !== start || (at + 1 < end && bytes[at + 1] !== start)) return untilStart(bytes, at, end, isStart);
    let next = at + 2 + before;
    let count = 0;
    for (const limit = Math.min(end, next + MAX_DIGITS); next < limit && isDigit(bytes[next]); next += 1) {
      count = count * 10 + (bytes[next] ?? 0) - 0x30;
    }
    if (next >= end) return NEEDS_MORE_BYTES;
    if (bytes[next] !== COMMA || count === 0 || count > most) return untilStart(bytes, at, end, isStart);
    const close = next + count;
    if (close + behind > end) return NEEDS_MORE_BYTES;
    if (fits(bytes, close)) return close + behind - at;
    const line = bytes.subarray(next, end).indexOf(LINE_FEED);
    return line < 0 ? NEEDS_MORE_BYTES : next + line + 1 - at;
  };
}
