import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Avema's trackers: a line for each position, over TCP. */
export const avema: StreamProtocol = {
  kind: 'stream',
  name: 'avema',
  title: 'Avema',
  defaultPort: 5171,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
