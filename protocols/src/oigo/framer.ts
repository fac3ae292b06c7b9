import { type Measure, MORE, newStreamFramer } from '../tools/stream-framer.ts';

/** What begins a message of the younger devices. */
export const START = 0x7e;
/** The start, and how many bytes follow. */
const HEAD_BYTES = 3;
/** A message of the older devices that says who sends it, and one that does not. */
const [NAMED_BYTES, UNNAMED_BYTES] = [45, 38];
/** Bit of the second byte of an older message: it does not say who sends it. */
export const UNNAMED = 0x40;
export const MAX_FRAME_BYTES = 512;

/** Each datagram is a message; in a capture that is one stream, their lengths say where they end. */
const measure: Measure = (bytes, at, end) => {
  if (at + HEAD_BYTES > end) return MORE;
  if (bytes[at] !== START) {
    const older = ((bytes[at + 1] ?? 0) & UNNAMED) === 0 ? NAMED_BYTES : UNNAMED_BYTES;
    return at + older > end ? MORE : older;
  }
  const length = HEAD_BYTES + (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0);
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length > end ? MORE : length;
};

export const newOigoFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
