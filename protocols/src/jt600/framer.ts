import { isTextBlank, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 4096;

const [DOLLAR, OPEN, CLOSE] = [0x24, 0x28, 0x29];
/** Of a frame of bytes, what its count leaves out. */
const UNCOUNTED = 10;
const LONGEST_TEXT = 1024;

const isStart = (byte: number) => byte === DOLLAR || byte === OPEN;

/** Whether the first digit of an identity is one of those models that say their version behind it. */
export const isNewer = (firstByteOfIdentity: number) => firstByteOfIdentity >> 4 >= 7;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === OPEN) {
    const limit = Math.min(end, at + LONGEST_TEXT);
    for (let index = at + 1; index < limit; index += 1) if (bytes[index] === CLOSE) return index + 1 - at;
    return limit < end ? untilStart(bytes, at, end, isStart) : MORE;
  }
  if (bytes[at] !== DOLLAR) return untilStart(bytes, at, end, isStart);
  if (end - at < UNCOUNTED) return MORE;
  const count = at + (isNewer(bytes[at + 1] ?? 0) ? 8 : 7);
  const length = (bytes[count] ?? 0) * 0x100 + (bytes[count + 1] ?? 0) + UNCOUNTED;
  if (length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + length <= end ? length : MORE;
}

export const newJt600Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
