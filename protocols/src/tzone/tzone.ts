import type { StreamProtocol } from '../types.ts';
import { newTzoneDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newTzoneFramer } from './framer.ts';

/** TZone's vehicle, cargo and temperature trackers: bytes over TCP. */
export const tzone: StreamProtocol = {
  kind: 'stream',
  name: 'tzone',
  title: 'TZone (TZ-AVL, TZ-TT)',
  defaultPort: 5029,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newTzoneFramer,
  newDecoder: newTzoneDecoder,
};
