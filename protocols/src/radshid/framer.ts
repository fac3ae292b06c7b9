import { type Measure, MORE, newStreamFramer } from '../tools/stream-framer.ts';

/** How many bytes follow, the lowest first. */
export const COUNT_BYTES = 4;
/** Tag, serial number, count of events, sum. */
export const LEAST_BYTES = 8;
export const MAX_FRAME_BYTES = 8192;

const measure: Measure = (bytes, at, end) => {
  const most = MAX_FRAME_BYTES - COUNT_BYTES;
  // The two bytes that are always zero tell that this is no frame before all of them are here.
  if ((at + 2 < end && bytes[at + 2] !== 0) || (at + 3 < end && bytes[at + 3] !== 0)) return -1;
  if (at + COUNT_BYTES > end) return MORE;
  const counted = (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100;
  if (counted < LEAST_BYTES || counted > most) return -1;
  const length = COUNT_BYTES + counted;
  return at + length > end ? MORE : length;
};

export const newRadshidFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
