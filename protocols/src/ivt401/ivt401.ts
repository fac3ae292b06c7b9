import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** IVT-401: positions in brackets, over TCP. */
export const ivt401: StreamProtocol = {
  kind: 'stream',
  name: 'ivt401',
  title: 'IVT-401',
  defaultPort: 5153,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, ')'),
  newDecoder: () => newConversation(read),
};
