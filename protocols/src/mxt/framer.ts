import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const [START, END, ESCAPE] = [0x01, 0x04, 0x10];
/** Bytes that are escaped: the two around a frame, the escape, and two that stop and start a line of old modems. */
export const ESCAPED: ReadonlySet<number> = new Set([START, END, ESCAPE, 0x11, 0x13]);
/** What an escaped byte is more than it means. */
export const SHIFT = 0x20;
/** Head, sum and the two around: whatever is shorter is none, and not worth a fault. */
const LEAST_BYTES = 10;
export const MAX_FRAME_BYTES = 1024;

const isStart = (byte: number) => byte === START;

/** Neither of the two occurs within a frame. */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  for (let index = at + 1; index < end; index += 1) {
    if (bytes[index] === END) return ended(index + 1 - at);
    if (isStart(bytes[index] ?? 0)) return at - index;
  }
  return MORE;
};

const ended = (length: number) => (length < LEAST_BYTES ? -length : length);

export const newMxtFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
