import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { RELAY, switchOutput } from './commands.ts';
import { newTotemDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;

const DOLLAR = 0x24;
const ZERO = 0x30;
/** "$$", length, an identity, "|", and little more. */
const MIN_BYTES = 26;

const isStart = (byte: number) => byte === DOLLAR;

/** Returns the number of the digits at `at`, to the base 10 or 16; -1 if they are not digits. */
function numberAt(bytes: Uint8Array, at: number, digits: number, base: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const digit = Number.parseInt(String.fromCharCode(bytes[index] ?? 0), base);
    if (!(digit >= 0)) return -1;
    value = value * base + digit;
  }
  return value;
}

/** "$$" and the total length: four digits that begin with 0, or two hexadecimal ones in older devices. */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (end - at < 2) return NEEDS_MORE_BYTES;
  if (!isStart(bytes[at + 1] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (end - at < 6) return NEEDS_MORE_BYTES;
  const length = bytes[at + 2] === ZERO ? numberAt(bytes, at + 2, 4, 10) : numberAt(bytes, at + 2, 2, 16);
  if (length < MIN_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return length > end - at ? NEEDS_MORE_BYTES : length;
};

const newTotemFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** Totem (AT05 to AT09), over TCP. */
export const totem: StreamProtocol = {
  kind: 'stream',
  name: 'totem',
  title: 'Totem (AT series)',
  defaultPort: 5007,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  engineReplies: {
    stopped: /^025,OK\b/i,
    resumed: /^025,OK\b/i,
    refused: /^025,(?:ERR|FAIL)/i,
  },
  phrases: { output: { numbers: [1, 2, 3], relay: RELAY, write: switchOutput } },
  newFramer: newTotemFramer,
  newDecoder: newTotemDecoder,
};
