import type { StreamProtocol } from '../types.ts';
import { newGranitDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newGranitFramer } from './framer.ts';

/** Granit's navigators: binary messages with a title, and lines of text, over TCP. */
export const granit: StreamProtocol = {
  kind: 'stream',
  name: 'granit',
  title: 'Granit',
  defaultPort: 5113,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: { restart: 'BB+RESET' },
  newFramer: newGranitFramer,
  newDecoder: newGranitDecoder,
};
