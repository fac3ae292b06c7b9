import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** A body has up to 1,023 bytes; each of them may be escaped. */
export const MAX_FRAME_BYTES = 2100;

export const DELIMITER = 0x7e;
/** The delimiter of some makers, who escape differently and number their devices with seven bytes. */
export const OTHER_DELIMITER = 0xe7;
/** Some locks reply to commands in brackets. */
export const BRACKET = 0x28;
const BRACKET_END = 0x29;
const MIN_FRAME_BYTES = 12;

const isStart = (byte: number) => byte === DELIMITER || byte === BRACKET || byte === OTHER_DELIMITER;

const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at + 1, end).indexOf(start === BRACKET ? BRACKET_END : start);
  if (close < 0) return NEEDS_MORE_BYTES;
  // Two delimiters with nothing between: the first one ended a lost frame.
  return start !== BRACKET && close + 2 < MIN_FRAME_BYTES ? -(close + 1) : close + 2;
};

export const newJt808Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
