import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const START = 0xaa;
/** The start and how many bytes the frame has without it. */
const HEAD_BYTES = 3;
/** Count, version, a byte that is not known, identity, sum. */
export const LEAST_COUNT = 9;
export const MAX_FRAME_BYTES = 1024;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + HEAD_BYTES > end) return MORE;
  const counted = (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0);
  if (counted < LEAST_COUNT || counted >= MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + 1 + counted > end ? MORE : 1 + counted;
};

export const newBlueFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
