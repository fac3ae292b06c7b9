import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newBoxDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;
const isLineEnd = (byte: number) => byte === 0x0d || byte === 0x0a;

/** Boxtracker's devices over TCP: a head, places, and an end that wants to be answered. */
export const box: StreamProtocol = {
  kind: 'stream',
  name: 'box',
  title: 'Box (Boxtracker)',
  defaultPort: 5065,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilEnd(isLineEnd), isTextBlank),
  newDecoder: newBoxDecoder,
};
