import type { StreamProtocol } from '../types.ts';
import { newBceDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newBceFramer } from './framer.ts';

/** Trackers of BCE: records over TCP, which the device keeps until they are confirmed. */
export const bce: StreamProtocol = {
  kind: 'stream',
  name: 'bce',
  title: 'BCE (FMS500)',
  defaultPort: 5080,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newBceFramer,
  newDecoder: () => newBceDecoder(),
};
