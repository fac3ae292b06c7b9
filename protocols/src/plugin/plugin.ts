import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of Plugin: text that ends with "#", over TCP. */
export const plugin: StreamProtocol = {
  kind: 'stream',
  name: 'plugin',
  title: 'Plugin',
  defaultPort: 5192,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '#'),
  newDecoder: () => newConversation(read),
};
