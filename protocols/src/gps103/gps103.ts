import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newGps103Decoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;

/** A frame ends with a semicolon, an asterisk, or a line end. */
const measure = untilEnd((byte) => byte === 0x3b || byte === 0x2a || byte === 0x0a);

/** GPS103 of Coban and its many copies: text over TCP and UDP. */
export const gps103: StreamProtocol = {
  kind: 'stream',
  name: 'gps103',
  title: 'GPS103 (Coban)',
  defaultPort: 5001,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // Coban repeats the command in lower case after a j or k.
  engineReplies: {
    stopped: /^jt\b/i,
    resumed: /^kt\b/i,
    refused: null,
  },
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newGps103Decoder,
  // 123456 is the factory default password.
  setup: ({ host, port }) => [
    { step: 'sms', value: `adminip123456 ${host} ${port}` },
    { step: 'sms-interval', value: 'fix030s***n123456' },
  ],
};
