import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** The tracker ARDI-01: a line for each position, over TCP. */
export const ardi01: StreamProtocol = {
  kind: 'stream',
  name: 'ardi01',
  title: 'ARDI-01',
  defaultPort: 5075,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
