import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newKhdDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newKhdFramer } from './framer.ts';

/** KHD of Shenzhen KingHood and makers like it (KG100, KG200, KG300): binary frames over TCP. */
export const khd: StreamProtocol = {
  kind: 'stream',
  name: 'khd',
  title: 'KHD (KingHood KG)',
  defaultPort: 5058,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newKhdFramer,
  newDecoder: newKhdDecoder,
};
