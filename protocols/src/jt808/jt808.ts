import type { StreamProtocol } from '../types.ts';
import { newJt808Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newJt808Framer } from './framer.ts';

/** JT/T 808 (2011, 2013, 2019), the standard of China that many makers follow, over TCP. */
export const jt808: StreamProtocol = {
  kind: 'stream',
  name: 'jt808',
  title: 'JT/T 808',
  defaultPort: 5015,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  newFramer: newJt808Framer,
  newDecoder: () => newJt808Decoder(),
};
