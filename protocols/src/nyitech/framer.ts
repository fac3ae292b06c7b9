import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const START = 0x40;
const [RETURN, LINE_FEED] = [0x0d, 0x0a];
/** Two bytes that begin a frame, and how many it has, the lowest first. */
const HEAD_BYTES = 4;
/** Head, identity, type, sum, end. */
export const LEAST_BYTES = 22;
export const MAX_FRAME_BYTES = 1024;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0) || (at + 1 < end && bytes[at + 1] !== START)) {
    return untilStart(bytes, at, end, isStart);
  }
  if (at + HEAD_BYTES > end) return MORE;
  const length = (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0) * 0x100;
  if (length < LEAST_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (at + length > end) return MORE;
  const ends = bytes[at + length - 2] === RETURN && bytes[at + length - 1] === LINE_FEED;
  return ends ? length : untilStart(bytes, at, end, isStart);
};

export const newNyitechFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
