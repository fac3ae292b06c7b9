import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newThinkpowerFramer } from './framer.ts';
import { read } from './read.ts';

/** ThinkPower's trackers: binary frames over TCP. */
export const thinkpower: StreamProtocol = {
  kind: 'stream',
  name: 'thinkpower',
  title: 'ThinkPower',
  defaultPort: 5228,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newThinkpowerFramer,
  newDecoder: () => newConversation(read),
};
