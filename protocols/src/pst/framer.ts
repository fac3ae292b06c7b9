import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const [OPEN, CLOSE, ESCAPE] = [0x28, 0x29, 0x27];
/** What is written for one of these three has this bit turned. */
export const ESCAPED_BIT = 0x40;
/** Head, sum and brackets: whatever is shorter is none, and not worth a fault. */
const LEAST_BYTES = 14;
export const MAX_FRAME_BYTES = 1024;

const isOpen = (byte: number) => byte === OPEN;

/** Over TCP a message stands between brackets, which do not occur within it. */
const measure: Measure = (bytes, at, end) => {
  if (!isOpen(bytes[at] ?? 0)) return untilStart(bytes, at, end, isOpen);
  for (let index = at + 1; index < end; index += 1) {
    if (bytes[index] === CLOSE) return ended(index + 1 - at);
    if (bytes[index] === OPEN) return at - index;
  }
  return MORE;
};

const ended = (length: number) => (length < LEAST_BYTES ? -length : length);

export const newPstFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
