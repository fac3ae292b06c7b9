import { NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import type { StreamProtocol } from '../types.ts';
import { newTk103Decoder } from './decoder.ts';

/** The longest known frames list the cells of a battery. */
const MAX_FRAME_BYTES = 1024;
const START = 0x28; // (
const END = 0x29; // )

const isStart = (byte: number) => byte === START;
const isBlank = (byte: number) => byte === 0x0d || byte === 0x0a || byte === 0x20 || byte === 0;

/** TK103 of Xexun's early devices and many clones: text in brackets, over TCP and UDP. */
export const tk103: StreamProtocol = {
  kind: 'stream',
  name: 'tk103',
  title: 'TK103',
  defaultPort: 5002,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: () =>
    newStreamFramer(
      MAX_FRAME_BYTES,
      (bytes, at, end) => {
        if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
        const close = bytes.subarray(at, end).indexOf(END);
        return close < 0 ? NEEDS_MORE_BYTES : close + 1;
      },
      isBlank,
    ),
  newDecoder: newTk103Decoder,
};
