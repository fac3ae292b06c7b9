import { MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 4096;

/** Two marks, type, length of what follows (two bytes, the lower first). */
export const HEAD_BYTES = 5;
export const MARKS: readonly [number, number] = [0x02, 0x55];

const isStart = (byte: number) => byte === MARKS[0];

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + 1 < end && bytes[at + 1] !== MARKS[1]) return untilStart(bytes, at, end, isStart);
  if (end - at < HEAD_BYTES) return MORE;
  const length = HEAD_BYTES + (bytes[at + 3] ?? 0) + (bytes[at + 4] ?? 0) * 0x100;
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length <= end ? length : MORE;
}

export const newDmtFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
