import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newNavisDecoder, newNavisInspector } from './decoder.ts';
import { MAX_FRAME_BYTES, newNavisFramer } from './framer.ts';

/** NTCB and FLEX of Navtelecom: bytes over TCP. */
export const navis: StreamProtocol = {
  kind: 'stream',
  name: 'navis',
  title: 'Navtelecom (NTCB, FLEX)',
  defaultPort: 5019,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  phrases: { output: { numbers: [1, 2, 3, 4], relay: 1, say: (number, on) => `*!${number}${on ? 'Y' : 'N'}` } },
  newFramer: newNavisFramer,
  newDecoder: newNavisDecoder,
  newInspector: newNavisInspector,
};
