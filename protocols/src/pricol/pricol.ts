import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { FRAME_BYTES, newPricolFramer } from './framer.ts';
import { read } from './read.ts';

/** Pricol's trackers: binary frames of one length over TCP and UDP. */
export const pricol: StreamProtocol = {
  kind: 'stream',
  name: 'pricol',
  title: 'Pricol',
  defaultPort: 5134,
  transports: ['tcp', 'udp'],
  maxFrameBytes: FRAME_BYTES,
  newFramer: newPricolFramer,
  newDecoder: () => newConversation(read),
};
