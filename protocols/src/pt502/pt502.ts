import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newPt502Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newPt502Framer } from './framer.ts';

/** PT502 and its relatives: text over TCP, with pieces of photographs between. */
export const pt502: StreamProtocol = {
  kind: 'stream',
  name: 'pt502',
  title: 'PT502',
  defaultPort: 5017,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newPt502Framer,
  newDecoder: newPt502Decoder,
};
