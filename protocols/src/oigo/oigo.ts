import type { StreamProtocol } from '../types.ts';
import { newOigoDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newOigoFramer } from './framer.ts';

/** Oigo's trackers, MG and AR series: binary messages over UDP. */
export const oigo: StreamProtocol = {
  kind: 'stream',
  name: 'oigo',
  title: 'Oigo (MG, AR)',
  defaultPort: 5121,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newOigoFramer,
  newDecoder: () => newOigoDecoder(),
};
