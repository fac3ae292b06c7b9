import { isTextBlank, type Measure, newStreamFramer, untilEnd, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 2048;

const [START, END] = [0x2a, 0x23];

const isStart = (byte: number) => byte === START;
const toEnd = untilEnd((byte) => byte === END);

/** A line may end within a message: the text of a driver's card does. */
const measure: Measure = (bytes, at, end) =>
  isStart(bytes[at] ?? 0) ? toEnd(bytes, at, end) : untilStart(bytes, at, end, isStart);

export const newUproFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
