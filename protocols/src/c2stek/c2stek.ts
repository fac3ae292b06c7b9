import { newConversation } from '../tools/conversation.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { untilWord } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** C2STEK's trackers: text between "PA$" and "$AP", over TCP. */
export const c2stek: StreamProtocol = {
  kind: 'stream',
  name: 'c2stek',
  title: 'C2STEK (FL series)',
  defaultPort: 5181,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilWord(['$AP']), isTextBlank),
  newDecoder: () => newConversation(read),
};
