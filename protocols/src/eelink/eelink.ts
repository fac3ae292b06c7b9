import type { StreamProtocol } from '../types.ts';
import { newEelinkDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newEelinkFramer } from './framer.ts';

/** Eelink (TK116, TK119, GPT06 and newer ones with beacons), over TCP and UDP. */
export const eelink: StreamProtocol = {
  kind: 'stream',
  name: 'eelink',
  title: 'Eelink',
  defaultPort: 5064,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  newFramer: newEelinkFramer,
  newDecoder: () => newEelinkDecoder(),
};
