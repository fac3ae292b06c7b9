import type { StreamProtocol } from '../types.ts';
import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** C-Guard's hidden trackers (Atlas, Neo): lines of places and states over TCP, one login before them. */
export const cguard: StreamProtocol = {
  kind: 'stream',
  name: 'cguard',
  title: 'C-Guard',
  defaultPort: 5123,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
