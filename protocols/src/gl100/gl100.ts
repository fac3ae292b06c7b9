import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 2048;

/** The first @Track protocol of Queclink (GL100, GT300): text that ends with a zero, over TCP and UDP. */
export const gl100: StreamProtocol = {
  kind: 'stream',
  name: 'gl100',
  title: '@Track of the GL100 (Queclink)',
  defaultPort: 5003,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '\0'),
  newDecoder: () => newConversation(read),
};
