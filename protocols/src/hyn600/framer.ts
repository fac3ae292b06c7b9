import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const [START, END] = [0x2b, 0x23];
/** A plus, three letters and a colon. */
export const TITLE_BYTES = 5;
const [COLON, COUNT_BYTES] = [0x3a, 2];
/** Title, how many bytes the frame has, identity, model, time, count, end. */
const LEAST_BYTES = 26;
export const MAX_FRAME_BYTES = 2048;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  const colon = at + TITLE_BYTES - 1;
  if (colon < end && bytes[colon] !== COLON) return untilStart(bytes, at, end, isStart);
  if (at + TITLE_BYTES + COUNT_BYTES > end) return MORE;
  const length = (bytes[at + TITLE_BYTES] ?? 0) * 0x100 + (bytes[at + TITLE_BYTES + 1] ?? 0);
  if (length < LEAST_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (at + length > end) return MORE;
  return bytes[at + length - 1] === END ? length : untilStart(bytes, at, end, isStart);
};

export const newHyn600Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
