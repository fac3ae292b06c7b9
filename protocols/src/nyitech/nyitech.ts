import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newNyitechFramer } from './framer.ts';
import { read } from './read.ts';

/** Nyitech's readers in the socket of the diagnosis: binary frames over TCP. */
export const nyitech: StreamProtocol = {
  kind: 'stream',
  name: 'nyitech',
  title: 'Nyitech',
  defaultPort: 5182,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newNyitechFramer,
  newDecoder: () => newConversation(read),
};
