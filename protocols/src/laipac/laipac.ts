import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newLaipacDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 512;

/** A sentence ends with its line. */
const measure = untilEnd((byte) => byte === 0x0a || byte === 0x0d);

/** Laipac's S911 and StarFinder: sentences over TCP. */
export const laipac: StreamProtocol = {
  kind: 'stream',
  name: 'laipac',
  title: 'Laipac (S911, StarFinder)',
  defaultPort: 5048,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newLaipacDecoder,
};
