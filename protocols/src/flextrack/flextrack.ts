import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of Flextrack in Denmark: lines that are each answered, over TCP. */
export const flextrack: StreamProtocol = {
  kind: 'stream',
  name: 'flextrack',
  title: 'Flextrack',
  defaultPort: 5090,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '\r'),
  newDecoder: () => newConversation(read),
};
