import type { StreamProtocol } from '../types.ts';
import { newMeiligaoDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newMeiligaoFramer } from './framer.ts';

/** Meiligao (VT300 to VT400) and the many that follow it, over TCP and UDP. */
export const meiligao: StreamProtocol = {
  kind: 'stream',
  name: 'meiligao',
  title: 'Meiligao (VT series)',
  defaultPort: 5009,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume'],
  // Answer 0x4115: 1 done, 0 not.
  engineReplies: {
    stopped: /^done$/,
    resumed: /^done$/,
    refused: /^refused$/,
  },
  newFramer: newMeiligaoFramer,
  newDecoder: newMeiligaoDecoder,
};
