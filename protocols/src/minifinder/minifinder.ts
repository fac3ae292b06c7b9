import { isTextBlank, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newMinifinderDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;
const [START, END] = [0x21, 0x3b];
const isStart = (byte: number) => byte === START;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== START) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at, end).indexOf(END);
  return close < 0 ? MORE : close + 1;
}

/** Small trackers for persons (EV-07, Pico) with the older protocol, over TCP. */
export const minifinder: StreamProtocol = {
  kind: 'stream',
  name: 'minifinder',
  title: 'MiniFinder (EV-07, Pico)',
  defaultPort: 5062,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newMinifinderDecoder,
};
