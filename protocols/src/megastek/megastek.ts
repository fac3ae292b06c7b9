import type { StreamProtocol } from '../types.ts';
import { newMegastekDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newMegastekFramer } from './framer.ts';

/** Megastek (GVT, MT series), over TCP. */
export const megastek: StreamProtocol = {
  kind: 'stream',
  name: 'megastek',
  title: 'Megastek (GVT and MT series)',
  defaultPort: 5024,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newMegastekFramer,
  newDecoder: newMegastekDecoder,
};
