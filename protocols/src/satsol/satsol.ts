import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newSatsolFramer } from './framer.ts';
import { read } from './read.ts';

/** Trackers of Satsol: records over TCP, which the device keeps until they are acknowledged. */
export const satsol: StreamProtocol = {
  kind: 'stream',
  name: 'satsol',
  title: 'Satsol',
  defaultPort: 5184,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newSatsolFramer,
  newDecoder: () => newConversation(read),
};
