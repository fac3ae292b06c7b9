import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const [START, RETURN, LINE_FEED] = [0x68, 0x0d, 0x0a];
/** Two bytes that begin a frame, the count of what follows, and two that end it. */
const AROUND_BYTES = 5;
export const MAX_FRAME_BYTES = AROUND_BYTES + 0xff;
/** Battery, signal, identity, count, type. */
export const LEAST_COUNT = 13;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0) || (at + 1 < end && bytes[at + 1] !== START)) {
    return untilStart(bytes, at, end, isStart);
  }
  if (at + 3 > end) return MORE;
  const count = bytes[at + 2] ?? 0;
  if (count < LEAST_COUNT) return untilStart(bytes, at, end, isStart);
  const length = AROUND_BYTES + count;
  if (at + length > end) return MORE;
  const ends = bytes[at + length - 2] === RETURN && bytes[at + length - 1] === LINE_FEED;
  return ends ? length : untilStart(bytes, at, end, isStart);
};

export const newGt02Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
