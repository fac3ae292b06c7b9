import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newXexunDecoder } from './decoder.ts';

/** The longest known message has 250 bytes. */
const MAX_FRAME_BYTES = 512;

const [LINE_FEED, RETURN, COMMA, G] = [0x0a, 0x0d, 0x2c, 0x47];
const SENTENCE = Buffer.from('RMC,');
const IDENTITY = Buffer.from('imei:');
const SMALLEST = SENTENCE.length + IDENTITY.length;

const isLineEnd = (byte: number) => byte === LINE_FEED || byte === RETURN;
const isShortEnd = (byte: number) => byte === COMMA || isLineEnd(byte);

/** Returns where a piece of text begins from `from` on, or -1. */
const indexOf = (bytes: Uint8Array, text: Buffer, from: number, end: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, end).indexOf(text, from);

/**
 * The full message is one line, but firmware also breaks it before the "F": the line end after the identity decides.
 * The short message begins with the receiver's sentence and ends with the comma after the identity, with or without a
 * line end.
 */
const measure: Measure = (bytes, at, end) => {
  if (end - at < SMALLEST) return NEEDS_MORE_BYTES;
  const sentence = indexOf(bytes, SENTENCE, at, end);
  if (sentence < 0) return afterLine(bytes, at, end);
  const identity = indexOf(bytes, IDENTITY, sentence, end);
  if (identity < 0) return NEEDS_MORE_BYTES;
  // The remainder of the previous line.
  const line = bytes.subarray(at, sentence).lastIndexOf(LINE_FEED);
  if (line >= 0) return -(line + 1);
  const isEnd = bytes[at] === G && sentence === at + 2 ? isShortEnd : isLineEnd;
  for (let close = identity + IDENTITY.length; close < end; close += 1) {
    if (isEnd(bytes[close] ?? 0)) return close + 1 - at;
  }
  return NEEDS_MORE_BYTES;
};

/** Lines without a sentence are discarded entirely; an incomplete line may still contain one. */
function afterLine(bytes: Uint8Array, at: number, end: number): number {
  const line = bytes.subarray(at, end).indexOf(LINE_FEED);
  return line < 0 ? NEEDS_MORE_BYTES : -(line + 1);
}

export const newXexunFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** Xexun's TK102 and TK103: the short and the full message, over TCP and UDP. */
export const xexun: StreamProtocol = {
  kind: 'stream',
  name: 'xexun',
  title: 'Xexun (TK102, TK103)',
  defaultPort: 5006,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newXexunFramer,
  newDecoder: newXexunDecoder,
  // 123456 is the factory default password.
  setup: ({ host, port }) => [{ step: 'sms', value: `adminip123456 ${host} ${port}` }],
};
