import { isTextBlank, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newTaipDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;
const [START, END] = [0x3e, 0x3c];
const isStart = (byte: number) => byte === START;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== START) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at, end).indexOf(END);
  return close < 0 ? MORE : close + 1;
}

/** Trimble's ASCII protocol and what makers of trackers added to it, over TCP and UDP. */
export const taip: StreamProtocol = {
  kind: 'stream',
  name: 'taip',
  title: 'TAIP (Virtec, Trax, JMAK)',
  defaultPort: 5031,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: { version: 'QVR' },
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: () => newTaipDecoder(),
};
