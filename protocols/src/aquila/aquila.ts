import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read, readUnchecked } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** aQuila of iTriangle (TS101 and like it): lines of text with a checksum over TCP, several layouts. */
export const aquila: StreamProtocol = {
  kind: 'stream',
  name: 'aquila',
  title: 'aQuila (iTriangle TS101)',
  defaultPort: 5089,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
  newInspector: () => newConversation(readUnchecked),
};
