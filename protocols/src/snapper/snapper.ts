import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newSnapperFramer } from './framer.ts';
import { read } from './read.ts';

/** Snapper's devices: binary messages, of which the place is JSON, over TCP. */
export const snapper: StreamProtocol = {
  kind: 'stream',
  name: 'snapper',
  title: 'Snapper',
  defaultPort: 5256,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newSnapperFramer,
  newDecoder: () => newConversation(read),
};
