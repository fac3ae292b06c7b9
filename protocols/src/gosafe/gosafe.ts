import type { StreamProtocol } from '../types.ts';
import { newGosafeDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newGosafeFramer } from './framer.ts';

/** GoSafe's trackers (G3, G6, G7, G1S): records as text and as bytes, over TCP and UDP. */
export const gosafe: StreamProtocol = {
  kind: 'stream',
  name: 'gosafe',
  title: 'GoSafe',
  defaultPort: 5078,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newGosafeFramer,
  newDecoder: newGosafeDecoder,
};
