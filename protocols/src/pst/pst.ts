import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newPstDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newPstFramer } from './framer.ts';

/** Trackers of PST: binary messages over UDP, and between brackets over TCP. */
export const pst: StreamProtocol = {
  kind: 'stream',
  name: 'pst',
  title: 'PST',
  defaultPort: 5207,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newPstFramer,
  newDecoder: newPstDecoder,
};
