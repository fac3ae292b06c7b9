import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newRadshidFramer } from './framer.ts';
import { read } from './read.ts';

/** Radshid's trackers: events over TCP, which the device keeps until they are acknowledged. */
export const radshid: StreamProtocol = {
  kind: 'stream',
  name: 'radshid',
  title: 'Radshid',
  defaultPort: 5265,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newRadshidFramer,
  newDecoder: () => newConversation(read),
};
