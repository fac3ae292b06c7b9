import { newConversation } from '../tools/conversation.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { untilWord } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1400;

/** RST's RST-MINI trackers of Brazil: text over UDP, each message answered. */
export const rst: StreamProtocol = {
  kind: 'stream',
  name: 'rst',
  title: 'RST (RST-MINI)',
  defaultPort: 5196,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilWord(['FIM;']), isTextBlank),
  newDecoder: () => newConversation(read),
};
