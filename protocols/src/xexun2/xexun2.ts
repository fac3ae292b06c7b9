import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newXexun2Framer } from './framer.ts';
import { read } from './read.ts';

/** Xexun's newer trackers and tags: binary frames between flags over TCP. */
export const xexun2: StreamProtocol = {
  kind: 'stream',
  name: 'xexun2',
  title: 'Xexun 2 (bytes)',
  defaultPort: 5233,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newXexun2Framer,
  newDecoder: () => newConversation(read),
};
