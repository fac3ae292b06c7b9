import { type Measure, MORE, untilStart } from './stream-framer.ts';

const [COMMA, LINE_FEED] = [0x2c, 0x0a];
/** How many digits a count has at most. */
const MAX_DIGITS = 5;

interface CountedText {
  /** What two equal bytes a frame begins with. */
  start: number;
  /** Bytes between the start and the count. */
  before: number;
  /** Bytes of a frame after those that are counted. */
  behind: number;
  /** Whether a frame whose counted bytes end at `at` looks right. */
  fits(bytes: Uint8Array, at: number): boolean;
  /** The longest count that there is. */
  most: number;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/**
 * A measure of text that counts its bytes: two equal bytes, some that are the maker's, a decimal count, and as many bytes
 * from the comma on. Where the count is off, the line's end decides.
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
    if (next >= end) return MORE;
    if (bytes[next] !== COMMA || count === 0 || count > most) return untilStart(bytes, at, end, isStart);
    const close = next + count;
    if (close + behind > end) return MORE;
    if (fits(bytes, close)) return close + behind - at;
    const line = bytes.subarray(next, end).indexOf(LINE_FEED);
    return line < 0 ? MORE : next + line + 1 - at;
  };
}
