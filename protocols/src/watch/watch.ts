import type { StreamProtocol } from '../types.ts';
import { newWatchDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newWatchFramer } from './framer.ts';

/** Watches of children and the old, pet collars and small trackers of Shenzhen (SeTracker and the like), over TCP. */
export const watch: StreamProtocol = {
  kind: 'stream',
  name: 'watch',
  title: 'Watch (SeTracker)',
  defaultPort: 5093,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: {
    interval: (seconds) => `UPLOAD,${seconds}`,
    restart: 'RESET',
    status: 'TS',
    version: 'VERNO',
    sosNumbers: { most: 3, say: (phones) => `SOS,${phones.join(',')}` },
  },
  newFramer: newWatchFramer,
  newDecoder: newWatchDecoder,
};
