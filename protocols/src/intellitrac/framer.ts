import { isTextBlank, type Measure, MORE, newStreamFramer, untilEnd, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 1024;

/** A sign of life: two bytes that begin it, two that count, four of the device. */
export const [SYNC, SYNC_SECOND, SYNC_BYTES] = [0xfa, 0xf8, 8];
const [LINE_FEED, DOLLAR] = [0x0a, 0x24];

const isStart = (byte: number) => byte === SYNC || byte === DOLLAR || (byte >= 0x30 && byte <= 0x39);
const line = untilEnd((byte) => byte === LINE_FEED || byte === 0);

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (bytes[at] !== SYNC) return line(bytes, at, end);
  if (at + 1 < end && bytes[at + 1] !== SYNC_SECOND) return untilStart(bytes, at, end, isStart);
  return at + SYNC_BYTES <= end ? SYNC_BYTES : MORE;
};

export const newIntellitracFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
