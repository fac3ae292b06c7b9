import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/**
 * Mictrack's trackers of narrow bands (NB-IoT, LTE-M): a message a datagram. Over TCP their messages have no end that is
 * known; their relatives that speak TLT-2H or H02 have ports of their own.
 */
export const mictrack: StreamProtocol = {
  kind: 'stream',
  name: 'mictrack',
  title: 'Mictrack (NB-IoT, LTE-M)',
  defaultPort: 5191,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
