import type { StreamProtocol } from '../types.ts';
import { newMinifinder2Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newMinifinder2Framer } from './framer.ts';

/** MiniFinder's and Eview's personal trackers (Pico, Atto, Nano, EV-07B): records of keys, over TCP. */
export const minifinder2: StreamProtocol = {
  kind: 'stream',
  name: 'minifinder2',
  title: 'MiniFinder 2 (MiniFinder, Eview)',
  defaultPort: 5187,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newMinifinder2Framer,
  newDecoder: () => newMinifinder2Decoder(),
};
