import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Ennfu's trackers: text that ends with a dollar sign, over TCP. */
export const ennfu: StreamProtocol = {
  kind: 'stream',
  name: 'ennfu',
  title: 'Ennfu',
  defaultPort: 5220,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '$'),
  newDecoder: () => newConversation(read),
};
