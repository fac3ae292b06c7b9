import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 1024;

export const [START, END] = [0x24, 0x0d];
/** Two bytes that begin a frame, its type, and how many bytes follow. */
export const HEAD_BYTES = 5;
/** An identity, the sum, and the end. */
const LEAST_BYTES = 6;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0) || (at + 1 < end && bytes[at + 1] !== START)) {
    return untilStart(bytes, at, end, isStart);
  }
  if (at + HEAD_BYTES > end) return MORE;
  const counted = (bytes[at + 3] ?? 0) * 0x100 + (bytes[at + 4] ?? 0);
  const length = HEAD_BYTES + counted;
  if (counted < LEAST_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (at + length > end) return MORE;
  return bytes[at + length - 1] === END ? length : untilStart(bytes, at, end, isStart);
};

export const newGatorFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
