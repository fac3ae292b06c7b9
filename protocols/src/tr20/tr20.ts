import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** TR-10 and TR-20 of TrackPro: a line for each position, over TCP and UDP. */
export const tr20: StreamProtocol = {
  kind: 'stream',
  name: 'tr20',
  title: 'TR-20 (TrackPro)',
  defaultPort: 5018,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
