import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newTytanFramer } from './framer.ts';
import { read } from './read.ts';

/** Trackers of Tytan (DS540 and its relatives): binary frames over UDP. */
export const tytan: StreamProtocol = {
  kind: 'stream',
  name: 'tytan',
  title: 'Tytan (DS540)',
  defaultPort: 5084,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newTytanFramer,
  newDecoder: () => newConversation(read),
};
