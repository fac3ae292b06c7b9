import { type Measure, MORE, newStreamFramer } from '../tools/stream-framer.ts';

/** Type, count, how many bytes follow. */
export const HEAD_BYTES = 4;
export const SUM_BYTES = 2;
/** What a device sends: who it is, a sign of life, a record. */
export const [LOGIN, ALIVE, RECORD] = [0x01, 0x03, 0x05];
const TYPES: ReadonlySet<number> = new Set([LOGIN, ALIVE, RECORD]);
export const MAX_FRAME_BYTES = 1024;

const measure: Measure = (bytes, at, end) => {
  if (!TYPES.has(bytes[at] ?? 0)) return -1;
  if (at + HEAD_BYTES > end) return MORE;
  const length = HEAD_BYTES + (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0) + SUM_BYTES;
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length > end ? MORE : length;
};

export const newThinkpowerFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
