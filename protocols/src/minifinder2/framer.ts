import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Records of a whole memory come in messages of up to 1,000 bytes. */
export const MAX_FRAME_BYTES = 4096;

const START = 0xab;
/** Start, flags, length, checksum, serial number. */
export const HEAD_BYTES = 8;

const isStart = (byte: number) => byte === START;

/** The length of what stands behind the head, its lowest byte first. */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (end - at < HEAD_BYTES) return MORE;
  const length = HEAD_BYTES + (bytes[at + 2] ?? 0) + ((bytes[at + 3] ?? 0) << 8);
  if (length === HEAD_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return length <= end - at ? length : MORE;
};

export const newMinifinder2Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
