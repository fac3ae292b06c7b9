import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { malformed } from './chunk-error.ts';

/**
 * A Rice code whose parameter k follows the values: the value / 2^k as so many ones and a zero, and then its lowest k
 * bits. As k is the number of bits of the mean of the last values, values of any size take little more than their
 * entropy. See docs/position-chunks.md.
 */

/** Only smaller values are written. */
export const RICE_LIMIT = 2 ** 30;
/** So many ones, without a zero after them, announce a value of 30 bits. */
const MOST_ONES = 20;
const WIDE_BITS = 30;
/** Bits that are read together; more would not fit beside those that wait. */
const STEP = 16;
/** The sum is sixteen times the mean, of which each value replaces a sixteenth. */
const MEMORY = 4;
/** Keeps the sum within 31 bits. */
const SUM_LIMIT = 2 ** 30;

const parameterOf = (sum: number): number => 31 - Math.clz32((sum >>> MEMORY) | 1);
const nextSum = (sum: number, value: number): number => Math.min(SUM_LIMIT, sum - (sum >>> MEMORY) + value);

/** The sum to begin with: that of the mean of all values. */
export function riceStart(values: Int32Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  return values.length === 0 ? 0 : Math.min(SUM_LIMIT, Math.round((sum / values.length) * 2 ** MEMORY));
}

/** The number of bits that the values take. */
export function riceBits(values: Int32Array, start: number): number {
  let [sum, bits] = [start, 0];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    const k = parameterOf(sum);
    const ones = value >>> k;
    bits += ones < MOST_ONES ? ones + 1 + k : MOST_ONES + WIDE_BITS;
    sum = nextSum(sum, value);
  }
  return bits;
}

/** Writes values that take so many bits, the lowest bit of each byte first. Code in one piece is twice as fast. */
export function writeRice(writer: ByteWriter, values: Int32Array, { start, bits }: { start: number; bits: number }) {
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  let [sum, at, held, heldBits] = [start, 0, 0, 0];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    let k = parameterOf(sum);
    let ones = value >>> k;
    if (ones < MOST_ONES) {
      held |= ((1 << ones) - 1) << heldBits;
      heldBits += ones + 1;
    } else {
      ones = MOST_ONES;
      k = WIDE_BITS;
      held |= ((1 << ones) - 1) << heldBits;
      heldBits += ones;
    }
    for (; heldBits >= 8; heldBits -= 8, held >>>= 8) bytes[at++] = held;
    for (let written = 0; written < k; written += STEP) {
      const count = Math.min(STEP, k - written);
      held |= ((value >>> written) & ((1 << count) - 1)) << heldBits;
      heldBits += count;
      for (; heldBits >= 8; heldBits -= 8, held >>>= 8) bytes[at++] = held;
    }
    sum = nextSum(sum, value);
  }
  if (heldBits > 0) bytes[at] = held;
  writer.bytes(bytes);
}

/**
 * Reads so many values.
 * @throws {ChunkError} if there are fewer
 */
export function readRice(reader: ByteReader, count: number, start: number): Int32Array {
  if (start > SUM_LIMIT) throw malformed('the sum of a Rice code');
  const bytes = reader.rest();
  const { length } = bytes;
  const values = new Int32Array(count);
  let [sum, at, held, heldBits] = [start, 0, 0, 0];
  for (let index = 0; index < count; index++) {
    for (; heldBits <= MOST_ONES; heldBits += 8, at++) if (at < length) held |= (bytes[at] ?? 0) << heldBits;
    const ones = 31 - Math.clz32(~held & (held + 1));
    let k = parameterOf(sum);
    let value = 0;
    if (ones < MOST_ONES) {
      held >>>= ones + 1;
      heldBits -= ones + 1;
      value = ones << k;
    } else {
      held >>>= MOST_ONES;
      heldBits -= MOST_ONES;
      k = WIDE_BITS;
    }
    for (let taken = 0; taken < k; taken += STEP) {
      const needed = Math.min(STEP, k - taken);
      for (; heldBits < needed; heldBits += 8, at++) if (at < length) held |= (bytes[at] ?? 0) << heldBits;
      value |= (held & ((1 << needed) - 1)) << taken;
      held >>>= needed;
      heldBits -= needed;
    }
    values[index] = value;
    sum = nextSum(sum, value);
  }
  // Bytes that were read ahead are not used.
  const used = at - (heldBits >>> 3);
  if (used > length) throw malformed('a Rice code ends early');
  reader.bytes(used);
  return values;
}
