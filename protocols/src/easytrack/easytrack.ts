import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newEasyTrackDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;

/** A frame ends with a number sign, or with the line. */
const measure = untilEnd((byte) => byte === 0x23 || byte === 0x0a);

/** EasyTrack: text with numbers in hexadecimal, over TCP. */
export const easytrack: StreamProtocol = {
  kind: 'stream',
  name: 'easytrack',
  title: 'EasyTrack',
  defaultPort: 5056,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newEasyTrackDecoder,
};
