import type { StreamProtocol } from '../types.ts';
import { newAtrackDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newAtrackFramer } from './framer.ts';

/** ATrack (AK, AL, AT, AX series): text and bytes, over TCP and UDP. */
export const atrack: StreamProtocol = {
  kind: 'stream',
  name: 'atrack',
  title: 'ATrack',
  defaultPort: 5044,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newAtrackFramer,
  newDecoder: newAtrackDecoder,
};
