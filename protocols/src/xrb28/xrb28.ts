import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newXrb28Decoder } from './decoder.ts';

const MAX_FRAME_BYTES = 512;

/** Omni's locks of scooters and bicycles (XRB28): text over TCP. */
export const xrb28: StreamProtocol = {
  kind: 'stream',
  name: 'xrb28',
  title: 'XRB28 (Omni locks)',
  defaultPort: 5180,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '#'),
  newDecoder: newXrb28Decoder,
};
