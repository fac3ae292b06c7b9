import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of OKO: positions in braces, over TCP. */
export const oko: StreamProtocol = {
  kind: 'stream',
  name: 'oko',
  title: 'OKO (Navi, U-Track)',
  defaultPort: 5152,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '}'),
  newDecoder: () => newConversation(read),
};
