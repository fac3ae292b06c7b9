import { mapFrames, NEEDS_MORE_BYTES, newStreamFramer, unescaped, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newVt200Decoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;

/** Brackets delimit a frame; inside, "=" and a byte stand for the XOR of both. */
const [START, END, ESCAPE] = [0x28, 0x29, 0x3d];
const isStart = (byte: number) => byte === START;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== START) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at, end).indexOf(END);
  return close < 0 ? NEEDS_MORE_BYTES : close + 1;
}

export const newVt200Framer = () =>
  mapFrames(newStreamFramer(MAX_FRAME_BYTES, measure), (frame) => unescaped(frame, ESCAPE, (byte) => byte ^ ESCAPE));

/** VT200 and other OBD trackers, over TCP. */
export const vt200: StreamProtocol = {
  kind: 'stream',
  name: 'vt200',
  title: 'VT200 (OBD)',
  defaultPort: 5143,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newVt200Framer,
  newDecoder: newVt200Decoder,
};
