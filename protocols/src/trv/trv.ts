import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newTrvDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 2048;

/** A frame ends with a number sign, or with the line. */
const measure = untilEnd((byte) => byte === 0x23 || byte === 0x0a);

/** TRV trackers and IW watches, which speak alike: text over TCP. */
export const trv: StreamProtocol = {
  kind: 'stream',
  name: 'trv',
  title: 'TRV and IW',
  defaultPort: 5010,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: () => newTrvDecoder(),
};
