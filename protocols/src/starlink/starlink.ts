import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded, Decoder, StreamProtocol } from '../types.ts';
import { report } from './report.ts';

const HEAD = '$SLU';
/** A spontaneous message of the device. */
const REPORT = '06';

/** Creates a decoder for one connection. Reports are not answered. */
export function newStarlinkDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())), encode: () => null };
}

/** Reads these fields in order: "$SLU" and identity, type, number, report, "*" and a checksum. */
function decodeText(text: string): Decoded {
  const star = text.lastIndexOf('*');
  if (!text.startsWith(HEAD) || star < 0) throw new BadFrame('no message of StarLink');
  const fields = new Fields(text.slice(HEAD.length, star));
  const identity = fields.text();
  if (identity === '') throw new BadFrame('a message of nobody');
  const decoded = { ...NOTHING_DECODED, identities: [identity] };
  const type = fields.text();
  if (type !== REPORT) {
    const reply = `${type},${fields.left > 0 ? fields.rest() : ''}`;
    return { ...decoded, messages: [{ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: reply }] };
  }
  const index = fields.value();
  const message = report(fields);
  return { ...decoded, messages: [{ ...message, attributes: { index, ...message.attributes } }] };
}

const MAX_FRAME_BYTES = 1024;
const [DOLLAR, LINE_FEED] = [0x24, 0x0a];
const isStart = (byte: number) => byte === DOLLAR;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== DOLLAR) return untilStart(bytes, at, end, isStart);
  const line = bytes.subarray(at, end).indexOf(LINE_FEED);
  return line < 0 ? NEEDS_MORE_BYTES : line + 1;
}

/** StarLink trackers of ERM Advanced Telematics over TCP. */
export const starlink: StreamProtocol = {
  kind: 'stream',
  name: 'starlink',
  title: 'StarLink (ERM)',
  defaultPort: 5136,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newStarlinkDecoder,
};
