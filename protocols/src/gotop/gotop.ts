import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newGotopDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;
const HASH = 0x23;
const isBlank = (byte: number) => byte === HASH || isTextBlank(byte);

/** Gotop's trackers (TL series) over TCP. Some begin a message with "#" as well. */
export const gotop: StreamProtocol = {
  kind: 'stream',
  name: 'gotop',
  title: 'Gotop (TL series)',
  defaultPort: 5050,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () =>
    newStreamFramer(
      MAX_FRAME_BYTES,
      untilEnd((byte) => byte === HASH),
      isBlank,
    ),
  newDecoder: newGotopDecoder,
};
