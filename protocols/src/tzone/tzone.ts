import { NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newTzoneDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 2048;

const [T, Z, RETURN, LINE_FEED] = [0x54, 0x5a, 0x0d, 0x0a];
const [HEADER_BYTES, END_BYTES] = [4, 2];
const isStart = (byte: number) => byte === T;

/** A frame consists of "TZ", a length, that many bytes, line end. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== T || (at + 1 < end && bytes[at + 1] !== Z)) return untilStart(bytes, at, end, isStart);
  if (end - at < HEADER_BYTES) return NEEDS_MORE_BYTES;
  const length = HEADER_BYTES + (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0) + END_BYTES;
  if (length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (at + length > end) return NEEDS_MORE_BYTES;
  const ends = bytes[at + length - 2] === RETURN && bytes[at + length - 1] === LINE_FEED;
  return ends ? length : untilStart(bytes, at, end, isStart);
}

const newTzoneFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** TZone's vehicle, cargo and temperature trackers: bytes over TCP. */
export const tzone: StreamProtocol = {
  kind: 'stream',
  name: 'tzone',
  title: 'TZone (TZ-AVL, TZ-TT)',
  defaultPort: 5029,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newTzoneFramer,
  newDecoder: newTzoneDecoder,
};
