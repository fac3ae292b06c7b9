import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import { sum } from './sum.ts';

/**
 * Types: identification, an acknowledgement, a position by satellites, one by the mobile network, and a picture's
 * beginning, part, end.
 */
export const [IDENTITY, ACKNOWLEDGEMENT, BY_SATELLITES, BY_NETWORK] = [0x00, 0x80, 0x03, 0x04];
const [PICTURE, PICTURE_PART, PICTURE_END] = [0x06, 0x07, 0x08];
const BYTES: Readonly<Record<number, number>> = {
  [IDENTITY]: 69,
  [ACKNOWLEDGEMENT]: 3,
  [BY_SATELLITES]: 24,
  [BY_NETWORK]: 24,
  [PICTURE]: 24,
  [PICTURE_END]: 6,
};
/** Bytes around a picture's part. */
const PART_BYTES = 8;
export const MAX_FRAME_BYTES = 2048;

/**
 * Frames have no start mark: the type determines the length, and the checksum the validity. The sum of a picture's part
 * is not verified here: for 64 KB in which every byte may begin one of 2 KB, it would take half a second.
 */
const measure: Measure = (bytes, at, end) => {
  const type = bytes[at] ?? 0;
  if (type === PICTURE_PART) {
    if (at + 3 > end) return NEEDS_MORE_BYTES;
    const part = PART_BYTES + (bytes[at + 1] ?? 0) + (bytes[at + 2] ?? 0) * 0x100;
    if (part > MAX_FRAME_BYTES) return -1;
    return at + part > end ? NEEDS_MORE_BYTES : part;
  }
  const length = BYTES[type];
  if (length === undefined) return -1;
  if (at + length > end) return NEEDS_MORE_BYTES;
  return sum(bytes, at, at + length - 1) === bytes[at + length - 1] ? length : -1;
};

export const newRobotrackFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
