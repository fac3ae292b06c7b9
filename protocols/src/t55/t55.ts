import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newT55Decoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;
const isLineEnd = (byte: number) => byte === 0x0a || byte === 0x0d;

/** Receivers' sentences passed on line by line (NMEA 0183), with the lines that makers add to say who it is. */
export const t55: StreamProtocol = {
  kind: 'stream',
  name: 't55',
  title: 'NMEA sentences (T55)',
  defaultPort: 5005,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilEnd(isLineEnd), isTextBlank),
  newDecoder: () => newT55Decoder(),
};
