import { changing, MORE, newStreamFramer, unescaped, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 1024;

/** Brackets stand around a frame; inside, "=" and a byte mean that byte, one exclusive-or the other. */
const [START, END, ESCAPE] = [0x28, 0x29, 0x3d];
const isStart = (byte: number) => byte === START;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== START) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at, end).indexOf(END);
  return close < 0 ? MORE : close + 1;
}

export const newVt200Framer = () =>
  changing(newStreamFramer(MAX_FRAME_BYTES, measure), (frame) => unescaped(frame, ESCAPE, (byte) => byte ^ ESCAPE));
