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
  phrases: { output: { numbers: [1, 2, 3], relay: RELAY, say: switchOutput } },
  newFramer: newTotemFramer,
  newDecoder: newTotemDecoder,
};
