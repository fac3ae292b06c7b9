import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newHyn600Framer } from './framer.ts';
import { read } from './read.ts';

/** HYN600: binary reports with a title over TCP. */
export const hyn600: StreamProtocol = {
  kind: 'stream',
  name: 'hyn600',
  title: 'HYN600',
  defaultPort: 5258,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newHyn600Framer,
  newDecoder: () => newConversation(read),
};
