import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** YWT's trackers: lines of text over TCP. */
export const ywt: StreamProtocol = {
  kind: 'stream',
  name: 'ywt',
  title: 'YWT',
  defaultPort: 5035,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
