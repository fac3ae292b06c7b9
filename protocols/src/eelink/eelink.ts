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
  // The device repeats the command with its result.
  engineReplies: {
    stopped: /^RELAY,1#?\s*OK\b/i,
    resumed: /^RELAY,0#?\s*OK\b/i,
    refused: /\b(?:fail|error|invalid)/i,
  },
  newFramer: newEelinkFramer,
  newDecoder: () => newEelinkDecoder(),
};
