import type { StreamProtocol } from '../types.ts';
import { newGl200Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newGl200Framer } from './framer.ts';

/** @Track of Queclink (GL, GV, GB, GMT, CV): text, bytes, and records, over TCP and UDP. */
export const gl200: StreamProtocol = {
  kind: 'stream',
  name: 'gl200',
  title: '@Track (Queclink)',
  defaultPort: 5004,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // The acknowledgement +ACK:GTOUT follows a command that was taken; one that was not gets none.
  engineReplies: {
    stopped: /^GTOUT,/,
    resumed: /^GTOUT,/,
    refused: null,
  },
  newFramer: newGl200Framer,
  newDecoder: newGl200Decoder,
};
