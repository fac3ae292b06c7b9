import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** A message, and a sign of life of two bytes. */
export const [MESSAGE, ALIVE] = [0x4b, 0x50];
export const ALIVE_BYTES = 2;
/** Where the length of the content stands, and where the content does. */
export const [LENGTH_AT, CONTENT_AT] = [12, 25];
export const MAX_FRAME_BYTES = 8192;

const isStart = (byte: number) => byte === MESSAGE || byte === ALIVE;

const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  if (start === ALIVE) return at + ALIVE_BYTES > end ? MORE : ALIVE_BYTES;
  if (at + LENGTH_AT + 4 > end) return MORE;
  const byte = (index: number) => bytes[at + LENGTH_AT + index] ?? 0;
  if (byte(2) !== 0 || byte(3) !== 0) return untilStart(bytes, at, end, isStart);
  const length = CONTENT_AT + byte(0) + byte(1) * 0x100;
  if (length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + length > end ? MORE : length;
};

export const newSnapperFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
