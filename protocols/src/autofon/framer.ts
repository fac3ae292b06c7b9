import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const [LOGIN, POSITION, KEPT, LOGIN_45, POSITION_45] = [0x10, 0x11, 0x12, 0x41, 0x02];

/** A frame is known by its first byte, and as long as that says. */
const LENGTHS: Readonly<Record<number, number>> = {
  [LOGIN]: 12,
  [POSITION]: 78,
  [KEPT]: 257,
  [LOGIN_45]: 19,
  [POSITION_45]: 34,
};
export const MAX_FRAME_BYTES = 257;

const isStart = (byte: number) => LENGTHS[byte] !== undefined;

const measure: Measure = (bytes, at, end) => {
  const length = LENGTHS[bytes[at] ?? 0];
  if (length === undefined) return untilStart(bytes, at, end, isStart);
  return at + length > end ? MORE : length;
};

export const newAutofonFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
