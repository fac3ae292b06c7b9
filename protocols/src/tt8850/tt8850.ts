import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** SkyPatrol's TT8850, made by Queclink: its messages with a head of its own, over TCP. */
export const tt8850: StreamProtocol = {
  kind: 'stream',
  name: 'tt8850',
  title: 'TT8850 (SkyPatrol)',
  defaultPort: 5079,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '$'),
  newDecoder: () => newConversation(read),
};
