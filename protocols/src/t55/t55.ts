import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { makersLine } from './makers-line.ts';
import { type Receiver, sentence } from './sentence.ts';

const MAX_FRAME_BYTES = 1024;
const isLineEnd = (byte: number) => byte === 0x0a || byte === 0x0d;

/** Receivers' sentences forwarded line by line (NMEA 0183), with the lines that makers add for identification. */
export const t55: StreamProtocol = {
  kind: 'stream',
  name: 't55',
  title: 'NMEA sentences (T55)',
  defaultPort: 5005,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilEnd(isLineEnd), isTextBlank),
  newDecoder: () => newT55Decoder(),
};

const LINE_END = /[\r\n]+/;
/** The text before a sentence, and the words in it that may be an identity. */
const BEFORE = /^[\w /,:-]{1,64}$/;
const WORD = /[0-9A-Za-z][\w.-]*/g;
const DIGIT = /\d/;
/** An identity alone on its line. */
const BARE_IDENTITY = /^[0-9A-F]{4,20}$/i;
const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };

/** Creates a decoder for one connection; `now` is the date of sentences without one. The protocol has no commands. */
export function newT55Decoder(now: () => Date = () => new Date()): Decoder {
  const receiver: Receiver = { now, last: null };
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const lines = textOf(frame)
          .split(LINE_END)
          .map((line) => line.trim());
        const decoded = lines.filter((line) => line !== '').map((line) => decodeLine(line, receiver));
        return {
          identities: [...new Set(decoded.flatMap(({ identities }) => identities))],
          messages: decoded.flatMap(({ messages }) => messages),
          replies: [],
        };
      }),
    encode: () => null,
  };
}

/**
 * Reads a sentence, a maker's line, or an identity; a sentence may be preceded by an identity, separated by "/" or ",".
 */
function decodeLine(line: string, receiver: Receiver): Decoded {
  const dollar = line.indexOf('$');
  if (dollar > 0) {
    const before = line.slice(0, dollar);
    // Makers write words such as "IMEI" beside it: the identity is the last word with a digit.
    const words = BEFORE.test(before) ? (before.match(WORD) ?? []) : [];
    const name = words.findLast((word) => DIGIT.test(word)) ?? words.at(-1);
    if (name === undefined) throw new BadFrame('no identity stands before the sentence');
    const { identities, messages } = decodeLine(line.slice(dollar), receiver);
    return { ...NOTHING_DECODED, identities: [name, ...identities], messages };
  }
  if (line.startsWith('IMEI ')) return login(line.slice(5).trim());
  if (BARE_IDENTITY.test(line)) return login(line);
  if (dollar < 0 && !line.startsWith('QZE,')) throw new BadFrame('neither a sentence nor an identity');
  const star = line.indexOf('*');
  const fields = new Fields(line.slice(dollar + 1, star < 0 ? undefined : star));
  // After the checksum makers add fields of their own.
  const comma = star < 0 ? -1 : line.indexOf(',', star);
  const behind = comma < 0 ? null : new Fields(line.slice(comma + 1));
  const type = fields.text();
  // Lines of other protocols begin the same way, continue differently, and have no checksum.
  if (type.endsWith('RMC') && star < 0) throw new BadFrame('a sentence without its checksum');
  const name = NAMES.includes(type) ? fields.text() : '';
  return name === '' ? (makersLine(type, fields) ?? sentence(type, fields, behind, receiver)) : login(name);
}

/** Lines that contain only an identity. */
const NAMES = ['PGID', 'DEVID', 'PCPTI', 'GPFID', 'IMEI'];

const login = (identity: string): Decoded => ({ ...NOTHING_DECODED, identities: [identity], messages: [LOGIN] });
