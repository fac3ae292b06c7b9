import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 4096;

const [DOLLAR, OPEN, CLOSE] = [0x24, 0x28, 0x29];
/** Bytes of a binary frame that its length does not count. */
const UNCOUNTED = 10;
const LONGEST_TEXT = 1024;

const isStart = (byte: number) => byte === DOLLAR || byte === OPEN;

/**
 * True when a binary frame is of a model that writes its version after the identity: then byte 7 is the kind of its
 * records, in the upper four bits. Otherwise it is the high byte of a length below 0x1000.
 */
export const isNewer = (byte7: number) => byte7 >= 0x10;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === OPEN) {
    const limit = Math.min(end, at + LONGEST_TEXT);
    for (let index = at + 1; index < limit; index += 1) if (bytes[index] === CLOSE) return index + 1 - at;
    return limit < end ? untilStart(bytes, at, end, isStart) : NEEDS_MORE_BYTES;
  }
  if (bytes[at] !== DOLLAR) return untilStart(bytes, at, end, isStart);
  if (end - at < UNCOUNTED) return NEEDS_MORE_BYTES;
  const count = at + (isNewer(bytes[at + 7] ?? 0) ? 8 : 7);
  const length = (bytes[count] ?? 0) * 0x100 + (bytes[count + 1] ?? 0) + UNCOUNTED;
  if (length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + length <= end ? length : NEEDS_MORE_BYTES;
}

export const newJt600Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
