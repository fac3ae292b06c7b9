import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const [START, END] = [0x3c, 0x3e];
export const FRAME_BYTES = 64;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + FRAME_BYTES > end) return MORE;
  return bytes[at + FRAME_BYTES - 1] === END ? FRAME_BYTES : untilStart(bytes, at, end, isStart);
};

export const newPricolFramer = () => newStreamFramer(FRAME_BYTES, measure);
