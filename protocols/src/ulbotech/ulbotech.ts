import type { StreamProtocol } from '../types.ts';
import { newUlbotechDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newUlbotechFramer } from './framer.ts';

/** Ulbotech's trackers (T300 series) over TCP. */
export const ulbotech: StreamProtocol = {
  kind: 'stream',
  name: 'ulbotech',
  title: 'Ulbotech (T300 series)',
  defaultPort: 5072,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newUlbotechFramer,
  newDecoder: newUlbotechDecoder,
};
