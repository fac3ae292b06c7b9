import type { StreamProtocol } from '../types.ts';
import { newWondexDecoder, PASSWORD } from './decoder.ts';
import { MAX_FRAME_BYTES, newWondexFramer } from './framer.ts';

/** Wondex's trackers (VT10, VT300, SPT10) over TCP and UDP. */
export const wondex: StreamProtocol = {
  kind: 'stream',
  name: 'wondex',
  title: 'Wondex (VT10, VT300, SPT10)',
  defaultPort: 5032,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: { version: `$WP+VER=${PASSWORD}`, restart: `$WP+REBOOT=${PASSWORD}` },
  newFramer: newWondexFramer,
  newDecoder: newWondexDecoder,
};
