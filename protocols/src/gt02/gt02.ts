import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newGt02Framer } from './framer.ts';
import { read } from './read.ts';

/** GT02 of Concox and many copies of it, before GT06: binary frames over TCP. */
export const gt02: StreamProtocol = {
  kind: 'stream',
  name: 'gt02',
  title: 'GT02 (Concox and copies)',
  defaultPort: 5022,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newGt02Framer,
  newDecoder: () => newConversation(read),
};
