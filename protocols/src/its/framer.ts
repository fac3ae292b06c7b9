import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 1024;

const START = 0x24; // $
const STAR = 0x2a;
const LINE_END = 0x0a;

const isStart = (byte: number) => byte === START;

/** Bytes between frames: line ends, and the hexadecimal checksum that some makers write after the asterisk. */
const isBlank = (byte: number) =>
  byte === 0x0d || byte === 0x0a || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46);

/** A frame ends with an asterisk, with its line, or where the next one begins, depending on the maker. */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  for (let index = at + 1; index < end; index += 1) {
    const byte = bytes[index];
    if (byte === STAR || byte === LINE_END) return index + 1 - at;
    if (byte === START) return index - at;
  }
  return NEEDS_MORE_BYTES;
};

export const newItsFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isBlank);
