import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newAutofonFramer } from './framer.ts';
import { newAutofonDecoder } from './read.ts';

/** AutoFon's beacons (SE, 4.5) and StarLine's M15 and M17: binary frames over TCP. */
export const autofon: StreamProtocol = {
  kind: 'stream',
  name: 'autofon',
  title: 'AutoFon (and StarLine M15, M17)',
  defaultPort: 5077,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newAutofonFramer,
  newDecoder: newAutofonDecoder,
};
