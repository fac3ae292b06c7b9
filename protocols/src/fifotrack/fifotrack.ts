import type { StreamProtocol } from '../types.ts';
import { newFifotrackDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newFifotrackFramer } from './framer.ts';

/** Fifotrack's trackers (A300, A600, Q1, S50, …) and its portable ones (A03), over TCP. */
export const fifotrack: StreamProtocol = {
  kind: 'stream',
  name: 'fifotrack',
  title: 'Fifotrack',
  defaultPort: 5124,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  newFramer: newFifotrackFramer,
  newDecoder: () => newFifotrackDecoder(),
};
