import type { StreamProtocol } from '../types.ts';
import { newMxtDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newMxtFramer } from './framer.ts';

/** Maxtrack's MXT trackers: escaped binary frames over TCP. */
export const mxt: StreamProtocol = {
  kind: 'stream',
  name: 'mxt',
  title: 'MXT (Maxtrack)',
  defaultPort: 5087,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newMxtFramer,
  newDecoder: () => newMxtDecoder(),
};
