import type { StreamProtocol } from '../types.ts';
import { newArnaviDecoder, newArnaviInspector } from './decoder.ts';
import { MAX_FRAME_BYTES, newArnaviFramer } from './framer.ts';

/** Arnavi: text of Integral 2 and 3, and bytes of Arnavi 4 and 5. */
export const arnavi: StreamProtocol = {
  kind: 'stream',
  name: 'arnavi',
  title: 'Arnavi (Integral, Arnavi 4 and 5)',
  defaultPort: 5100,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newArnaviFramer,
  newDecoder: newArnaviDecoder,
  newInspector: newArnaviInspector,
};
