import { newConversation } from '../tools/conversation.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { untilWord } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newReader } from './read.ts';

const MAX_FRAME_BYTES = 2048;

/** PT60 watches and bands: text of two layouts over TCP. */
export const pt60: StreamProtocol = {
  kind: 'stream',
  name: 'pt60',
  title: 'PT60 (watches)',
  defaultPort: 5164,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilWord(['@R#@', '@E#@']), isTextBlank),
  newDecoder: () => newConversation(newReader()),
};
