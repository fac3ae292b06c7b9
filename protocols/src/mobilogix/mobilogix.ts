import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Mobilogix' trackers: messages in brackets over TCP, each answered. */
export const mobilogix: StreamProtocol = {
  kind: 'stream',
  name: 'mobilogix',
  title: 'Mobilogix',
  defaultPort: 5216,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, ']'),
  newDecoder: () => newConversation(read),
};
