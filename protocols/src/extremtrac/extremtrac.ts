import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** ExtremTrac's trackers: an RMC sentence with the identity, a line each, over TCP. */
export const extremtrac: StreamProtocol = {
  kind: 'stream',
  name: 'extremtrac',
  title: 'ExtremTrac',
  defaultPort: 5126,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
