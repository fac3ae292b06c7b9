import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newJt600Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newJt600Framer } from './framer.ts';

/** JT600 and JT700 of Jointech: bytes and text over TCP. */
export const jt600: StreamProtocol = {
  kind: 'stream',
  name: 'jt600',
  title: 'JT600, JT700 (Jointech)',
  defaultPort: 5014,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newJt600Framer,
  newDecoder: newJt600Decoder,
};
