import { type Measure, MORE, newStreamFramer } from '../tools/stream-framer.ts';

/** A sum, two bytes that are always the same, identity, how many bytes follow. */
export const HEAD_BYTES = 10;
export const PREAMBLE = 0x4cbf;
export const MAX_FRAME_BYTES = 4096;

const measure: Measure = (bytes, at, end) => {
  const low = at + 2 < end ? bytes[at + 2] : PREAMBLE & 0xff;
  const high = at + 3 < end ? bytes[at + 3] : PREAMBLE >> 8;
  if (low !== (PREAMBLE & 0xff) || high !== PREAMBLE >> 8) return -1;
  if (at + HEAD_BYTES > end) return MORE;
  const length = HEAD_BYTES + (bytes[at + 8] ?? 0) + (bytes[at + 9] ?? 0) * 0x100;
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length > end ? MORE : length;
};

export const newSatsolFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
