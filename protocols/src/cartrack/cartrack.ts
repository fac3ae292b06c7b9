import { newConversation } from '../tools/conversation.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { untilWord } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of CarTrack: fields by letters that end with "##", over TCP. */
export const cartrack: StreamProtocol = {
  kind: 'stream',
  name: 'cartrack',
  title: 'CarTrack',
  defaultPort: 5061,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilWord(['##']), isTextBlank),
  newDecoder: () => newConversation(read),
};
