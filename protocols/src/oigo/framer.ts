import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';

/** The start byte of the newer devices' messages. */
export const START = 0x7e;
/** The size of these fields: the start, and the length of the rest. */
const HEAD_BYTES = 3;
/** Sizes of an older device's message with the sender, and of one without. */
const [WITH_SENDER_BYTES, WITHOUT_SENDER_BYTES] = [45, 38];
/** Bit of the second byte of an older message: it lacks the sender. */
export const WITHOUT_SENDER = 0x40;
export const MAX_FRAME_BYTES = 512;

/** Each datagram is a message; in a capture that is one stream, their lengths separate them. */
const measure: Measure = (bytes, at, end) => {
  if (at + HEAD_BYTES > end) return NEEDS_MORE_BYTES;
  if (bytes[at] !== START) {
    const older = ((bytes[at + 1] ?? 0) & WITHOUT_SENDER) === 0 ? WITH_SENDER_BYTES : WITHOUT_SENDER_BYTES;
    return at + older > end ? NEEDS_MORE_BYTES : older;
  }
  const length = HEAD_BYTES + (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0);
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length > end ? NEEDS_MORE_BYTES : length;
};

export const newOigoFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
