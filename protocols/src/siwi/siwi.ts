import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Chukas and Scout of Siwi (Srishti Wireless): text that ends with an exclamation mark, over TCP. */
export const siwi: StreamProtocol = {
  kind: 'stream',
  name: 'siwi',
  title: 'Siwi (Chukas, Scout)',
  defaultPort: 5135,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '!'),
  newDecoder: () => newConversation(read),
};
