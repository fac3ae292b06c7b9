import { MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { headOf, LONGEST_HEAD, SHORTEST_HEAD } from './head.ts';

export const MAX_FRAME_BYTES = 2048;

/** D, E, F, H: positions, a tachograph, and what is not read. */
const isStart = (byte: number) => byte === 0x44 || byte === 0x45 || byte === 0x46 || byte === 0x48;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (end - at < SHORTEST_HEAD) return MORE;
  const head = headOf(bytes.subarray(at, Math.min(end, at + LONGEST_HEAD)));
  if (head === null) return MORE;
  const length = head.at + head.length;
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length <= end ? length : MORE;
}

export const newAplicomFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
