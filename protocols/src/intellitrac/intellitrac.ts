import type { StreamProtocol } from '../types.ts';
import { newIntellitracDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newIntellitracFramer } from './framer.ts';

/** IntelliTrac X and A series of Systech: lines of positions and answers, binary signs of life, over TCP. */
export const intellitrac: StreamProtocol = {
  kind: 'stream',
  name: 'intellitrac',
  title: 'IntelliTrac (Systech)',
  defaultPort: 5037,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newIntellitracFramer,
  newDecoder: newIntellitracDecoder,
};
