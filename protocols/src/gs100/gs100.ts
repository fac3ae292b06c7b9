import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newGs100Framer } from './framer.ts';
import { read } from './read.ts';

/** GS-100: records of decimal digits over TCP, which the device keeps until they are counted back to it. */
export const gs100: StreamProtocol = {
  kind: 'stream',
  name: 'gs100',
  title: 'GS-100',
  defaultPort: 5223,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newGs100Framer,
  newDecoder: () => newConversation(read),
};
