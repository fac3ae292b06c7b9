import type { StreamProtocol } from '../types.ts';
import { newAplicomDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newAplicomFramer } from './framer.ts';

/** Aplicom's terminals (A and F series): positions and what a tachograph says, over TCP. */
export const aplicom: StreamProtocol = {
  kind: 'stream',
  name: 'aplicom',
  title: 'Aplicom (A and F series)',
  defaultPort: 5049,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newAplicomFramer,
  newDecoder: newAplicomDecoder,
};
