import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const START = 0xb5;
/** The first byte and the count of what follows. */
export const HEAD_BYTES = 3;
export const MAX_FRAME_BYTES = 2048;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + HEAD_BYTES > end) return MORE;
  const length = HEAD_BYTES + (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0);
  if (length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + length > end ? MORE : length;
};

export const newTytanFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
