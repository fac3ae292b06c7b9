import type { Framer } from '../types.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from './stream-framer.ts';

export const MAX_FRAME_BYTES = 1024;

export const END = 0x0d;
/** Two bytes that begin a frame, its type, and the length of the rest. */
export const HEAD_BYTES = 5;
/** An identity, the checksum, and the end. */
const MIN_BYTES = 6;

/**
 * Frames of KHD and similar protocols: one byte twice, a type, a length, and 0x0d at the end.
 * @param start the byte
 */
export function newTwinStartFramer(start: number): Framer {
  const isStart = (byte: number) => byte === start;
  const measure: Measure = (bytes, at, end) => {
    if (!isStart(bytes[at] ?? 0) || (at + 1 < end && bytes[at + 1] !== start)) {
      return untilStart(bytes, at, end, isStart);
    }
    if (at + HEAD_BYTES > end) return NEEDS_MORE_BYTES;
    const counted = (bytes[at + 3] ?? 0) * 0x100 + (bytes[at + 4] ?? 0);
    const length = HEAD_BYTES + counted;
    if (counted < MIN_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
    if (at + length > end) return NEEDS_MORE_BYTES;
    return bytes[at + length - 1] === END ? length : untilStart(bytes, at, end, isStart);
  };
  return newStreamFramer(MAX_FRAME_BYTES, measure);
}
