import { isTextBlank, type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Messages of text hold up to twenty records. */
export const MAX_FRAME_BYTES = 8192;

const [STAR, HASH] = [0x2a, 0x23];
/** What messages of bytes begin and end with. */
export const FLAG = 0xf8;

const isStart = (byte: number) => byte === STAR || byte === FLAG;

/** Text from "*" to "#", bytes from flag to flag. Two flags in a row are an end and a start. */
const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  if (start === FLAG && bytes[at + 1] === FLAG && at + 1 < end) return -1;
  const close = bytes.subarray(at + 1, end).indexOf(start === STAR ? HASH : FLAG);
  return close < 0 ? MORE : close + 2;
};

export const newGosafeFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
