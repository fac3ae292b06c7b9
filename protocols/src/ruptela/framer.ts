import { crc16Kermit } from '../tools/crc16.ts';
import { type Measure, MORE, newStreamFramer } from '../tools/stream-framer.ts';

/** A packet has up to 1,000 bytes of records; pieces of files are as long. */
export const MAX_FRAME_BYTES = 2048;

/** The length counts neither itself nor the checksum. */
export const AROUND_BYTES = 4;
/** Identity and command. */
const LEAST_LENGTH = 9;
/** An identity of fifteen digits has no more in its first two bytes. */
const MOST_IN_SECOND_BYTE = 0x03;

/** Length, identity of eight bytes, command, …, checksum. Nothing marks the start, so the checksum has to be right. */
const measure: Measure = (bytes, at, end) => {
  if (end - at < 4) return MORE;
  const length = ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);
  if (length < LEAST_LENGTH || length + AROUND_BYTES > MAX_FRAME_BYTES) return -1;
  if (bytes[at + 2] !== 0 || (bytes[at + 3] ?? 0) > MOST_IN_SECOND_BYTE) return -1;
  if (length + AROUND_BYTES > end - at) return MORE;
  const close = at + 2 + length;
  const sum = ((bytes[close] ?? 0) << 8) + (bytes[close + 1] ?? 0);
  return crc16Kermit(bytes, at + 2, close) === sum ? length + AROUND_BYTES : -1;
};

export const newRuptelaFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
