import type { StreamProtocol } from '../types.ts';
import { newEgtsDecoder, newEgtsInspector } from './decoder.ts';
import { MAX_FRAME_BYTES, newEgtsFramer } from './framer.ts';

/** EGTS (GOST R 54619, GOST 33472), which many makers speak and by which servers hand on what they got. */
export const egts: StreamProtocol = {
  kind: 'stream',
  name: 'egts',
  title: 'EGTS (ERA-GLONASS)',
  defaultPort: 5162,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newEgtsFramer,
  newDecoder: newEgtsDecoder,
  newInspector: newEgtsInspector,
};
