import type { StreamProtocol } from '../types.ts';
import { RELAY, switchOutput } from './commands.ts';
import { newRuptelaDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newRuptelaFramer } from './framer.ts';

/** Ruptela (FM-Eco, FM-Pro, FM-Tco, Plug), over TCP. */
export const ruptela: StreamProtocol = {
  kind: 'stream',
  name: 'ruptela',
  title: 'Ruptela (FM series)',
  defaultPort: 5046,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // Answer to the outputs command, or the text of "setio".
  engineReplies: {
    stopped: /^(?:done$|setio:?\s*ok\b)/i,
    resumed: /^(?:done$|setio:?\s*ok\b)/i,
    refused: /^(?:refused$|setio:?\s*(?:err|fail))/i,
  },
  phrases: { output: { numbers: [1, 2], relay: RELAY, say: switchOutput } },
  newFramer: newRuptelaFramer,
  newDecoder: newRuptelaDecoder,
};
