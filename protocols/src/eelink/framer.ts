import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** The longest ones list beacons, or contain pieces of a picture. */
export const MAX_FRAME_BYTES = 2048;

const PACKAGE = 0x67; // "gg"
const DATAGRAM = [0x45, 0x4c] as const; // "EL"
/** "gg", type, length; the length counts the bytes after it. */
const PACKAGE_HEAD = 5;
/** "EL", length; the length counts the bytes after it. */
const DATAGRAM_HEAD = 4;

const isStart = (byte: number) => byte === PACKAGE || byte === DATAGRAM[0];

/** True when the bytes are a datagram, which identifies the sender before its packages. */
export const isDatagram = (frame: Uint8Array): boolean => frame[0] === DATAGRAM[0];

const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  if (end - at < 2) return NEEDS_MORE_BYTES;
  const head = start === PACKAGE ? PACKAGE_HEAD : DATAGRAM_HEAD;
  if (bytes[at + 1] !== (start === PACKAGE ? PACKAGE : DATAGRAM[1])) return untilStart(bytes, at, end, isStart);
  if (end - at < head) return NEEDS_MORE_BYTES;
  const length = head + ((bytes[at + head - 2] ?? 0) << 8) + (bytes[at + head - 1] ?? 0);
  if (length < head + 2 || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return length > end - at ? NEEDS_MORE_BYTES : length;
};

export const newEelinkFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
