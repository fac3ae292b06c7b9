import type { StreamProtocol } from '../types.ts';
import { newStartekDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newStartekFramer } from './framer.ts';

/** Startek's trackers: positions, what readers of the vehicle's bus say, answers to commands, over TCP. */
export const startek: StreamProtocol = {
  kind: 'stream',
  name: 'startek',
  title: 'Startek',
  defaultPort: 5222,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: {
    stopped: /^900,OK\b/i,
    resumed: /^900,OK\b/i,
    refused: /^900,(?:ERR|FAIL)/i,
  },
  phrases: { output: { numbers: [1, 2], relay: 1, say: (number, on) => `900,${number},${on ? 1 : 0}` } },
  newFramer: newStartekFramer,
  newDecoder: newStartekDecoder,
};
