import { isTextBlank, type Measure, newStreamFramer, untilEnd, untilStart } from '../tools/stream-framer.ts';

/** The longest ones list the access points around. */
export const MAX_FRAME_BYTES = 2048;

const DOLLAR = 0x24;
const EXCLAMATION = 0x21;
const LINE_END = 0x0a;
const LETTER_S = 0x53;
const LETTER_L = 0x4c;

/** "$MGV…", a length of four digits before it in some, "STX" and "LOGSTX". */
const isStart = (byte: number) =>
  byte === DOLLAR || byte === LETTER_S || byte === LETTER_L || (byte >= 0x30 && byte <= 0x39);
const toEnd = untilEnd((byte) => byte === EXCLAMATION || byte === LINE_END);

const measure: Measure = (bytes, at, end) =>
  isStart(bytes[at] ?? 0) ? toEnd(bytes, at, end) : untilStart(bytes, at, end, isStart);

export const newMegastekFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
