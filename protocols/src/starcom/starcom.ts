import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 2048;

/** Trackers of Starcom Systems, as its server passes them on: a line of names and values over UDP. */
export const starcom: StreamProtocol = {
  kind: 'stream',
  name: 'starcom',
  title: 'Starcom (Helios)',
  defaultPort: 5190,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};
