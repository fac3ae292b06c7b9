import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { encodeCommand } from './encode-command.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** GlobalSat's TR and GTR trackers: text over TCP, in the order of fields that they leave the factory with. */
export const globalsat: StreamProtocol = {
  kind: 'stream',
  name: 'globalsat',
  title: 'GlobalSat (TR, GTR)',
  defaultPort: 5043,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '!'),
  newDecoder: () => newConversation(read, encodeCommand),
};
