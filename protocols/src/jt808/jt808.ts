import type { StreamProtocol } from '../types.ts';
import { newJt808Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newJt808Framer } from './framer.ts';

/** JT/T 808 (2011, 2013, 2019), the Chinese standard that many makers follow, over TCP. */
export const jt808: StreamProtocol = {
  kind: 'stream',
  name: 'jt808',
  title: 'JT/T 808',
  defaultPort: 5015,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // General answer 0x0001 to 0x8105 (JT/T 808, 8.1); the decoder converts its result to text.
  engineReplies: {
    stopped: /^done \(0x8105\)$/,
    resumed: /^done \(0x8105\)$/,
    refused: /^(?:failed|incorrect message|not supported|result \d+) \(0x8105\)$/,
  },
  newFramer: newJt808Framer,
  newDecoder: () => newJt808Decoder(),
};
