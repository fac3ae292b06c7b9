import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of GenX Mobile: a line of columns for each position, over TCP. */
export const genx: StreamProtocol = {
  kind: 'stream',
  name: 'genx',
  title: 'GenX',
  defaultPort: 5148,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
