import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Alematics' trackers: lines of positions over TCP, with what a device behind the tracker says. */
export const alematics: StreamProtocol = {
  kind: 'stream',
  name: 'alematics',
  title: 'Alematics',
  defaultPort: 5140,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
