import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';

/** First and last bytes of a frame. */
export const FLAG = [0xfa, 0xaf] as const;
/**
 * The size of the shortest frame: flag, type, number, identity, attributes with the length, checksum, and the flag at
 * the end.
 */
export const MIN_BYTES = 20;
/** The length has ten bits; escaping can double the counted bytes. */
export const MAX_FRAME_BYTES = 4096;

/** Returns the next flag from `from` on. Without one, returns `end`, or the byte before it if that may begin one. */
function nextFlag(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at + 1 < end; at += 1) if (bytes[at] === FLAG[0] && bytes[at + 1] === FLAG[1]) return at;
  return bytes[end - 1] === FLAG[0] ? Math.max(from, end - 1) : end;
}

const measure: Measure = (bytes, at, end) => {
  if (end - at < FLAG.length) return bytes[at] === FLAG[0] ? NEEDS_MORE_BYTES : -1;
  if (bytes[at] !== FLAG[0] || bytes[at + 1] !== FLAG[1]) return at - nextFlag(bytes, at + 1, end);
  const close = nextFlag(bytes, at + FLAG.length, end);
  if (close + 1 >= end) return NEEDS_MORE_BYTES;
  const length = close + FLAG.length - at;
  // The flag ended a frame whose beginning was lost: the next frame begins with the next flag.
  return length < MIN_BYTES ? at - close : length;
};

export const newXexun2Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
