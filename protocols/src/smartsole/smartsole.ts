import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** SmartSole of GTX Corp, a tracker in an insole: text that ends with a dollar sign, over TCP. */
export const smartsole: StreamProtocol = {
  kind: 'stream',
  name: 'smartsole',
  title: 'SmartSole (GTX Corp)',
  defaultPort: 5178,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '$'),
  newDecoder: () => newConversation(read),
};
