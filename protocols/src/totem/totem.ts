import type { StreamProtocol } from '../types.ts';
import { RELAY, switchOutput } from './commands.ts';
import { newTotemDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newTotemFramer } from './framer.ts';

/** Totem (AT05 to AT09), over TCP. */
export const totem: StreamProtocol = {
  kind: 'stream',
  name: 'totem',
  title: 'Totem (AT series)',
  defaultPort: 5007,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  engineReplies: {
    stopped: /^025,OK\b/i,
    resumed: /^025,OK\b/i,
    refused: /^025,(?:ERR|FAIL)/i,
  },
  phrases: { output: { numbers: [1, 2, 3], relay: RELAY, say: switchOutput } },
  newFramer: newTotemFramer,
  newDecoder: newTotemDecoder,
};
