import { isTextBlank, newStreamFramer, MORE, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newStarlinkDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;
const [DOLLAR, LINE_FEED] = [0x24, 0x0a];
const isStart = (byte: number) => byte === DOLLAR;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== DOLLAR) return untilStart(bytes, at, end, isStart);
  const line = bytes.subarray(at, end).indexOf(LINE_FEED);
  return line < 0 ? MORE : line + 1;
}

/** StarLink trackers of ERM Advanced Telematics over TCP. */
export const starlink: StreamProtocol = {
  kind: 'stream',
  name: 'starlink',
  title: 'StarLink (ERM)',
  defaultPort: 5136,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newStarlinkDecoder,
};
