import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newCastelDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newCastelFramer } from './framer.ts';

/** Castel (Sinocastel): OBD devices (IDD-212, IDD-213) and trackers, over TCP and UDP. */
export const castel: StreamProtocol = {
  kind: 'stream',
  name: 'castel',
  title: 'Castel (Sinocastel)',
  defaultPort: 5086,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newCastelFramer,
  newDecoder: () => newCastelDecoder(),
};
