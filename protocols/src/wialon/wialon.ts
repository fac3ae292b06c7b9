import { decodeOrFault, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, type Measure, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import { asciiBytes } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { beginsCombine, combineBytes, decodeCombine, MAX_FRAME_BYTES } from './combine.ts';
import { fullPosition, position } from './position.ts';

const line = untilEnd((byte) => byte === 0x0a);
const measure: Measure = (bytes, at, end) =>
  beginsCombine(bytes, at, end) ? combineBytes(bytes, at, end) : line(bytes, at, end);

/** Wialon IPS 1.1 and 2.0, lines of text, and its binary relative Combine, used by devices and apps of many makers. */
export const wialon: StreamProtocol = {
  kind: 'stream',
  name: 'wialon',
  title: 'Wialon IPS and Combine',
  defaultPort: 5039,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: () => newWialonDecoder(),
};

const utf8 = new TextDecoder();
const encoder = new TextEncoder();
/** In a datagram the identity precedes the message, and since version 2.0 follows the version. */
const FRAME = /^(?:(?:(?<version>[\d.]+);)?(?<identity>[^;#]+))?#(?<type>[A-Z]{1,3})#/;
/** 2.0 and 2.1. */
const CHECKED_VERSION = /^2\.\d+$/;
/** The answer to a message with a wrong checksum, by type (protocol 2.0, answers). */
const WRONG_CHECKSUM = byWord<string>({ D: '16', SD: '13', B: '', M: '01' });

/** Creates a decoder for one connection; `now` is the time of messages without one. */
export function newWialonDecoder(now: () => Date = () => new Date()): Decoder {
  /** Since version 2.0 each message ends with its checksum. */
  let isChecked = false;
  let isCombine = false;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        isCombine = beginsCombine(frame);
        if (isCombine) return decodeCombine(frame);
        const text = utf8.decode(frame).trim();
        const { version, identity, type = '' } = FRAME.exec(text)?.groups ?? {};
        if (type === '') return { ...NOTHING_DECODED, fault: 'no message of Wialon IPS' };
        const content = text.slice(text.indexOf('#', text.indexOf('#') + 1) + 1);
        const isLogin = type === 'L';
        const isNewer = CHECKED_VERSION.test((isLogin ? content.split(';', 1)[0] : version) ?? '');
        if (isLogin || identity !== undefined) isChecked = isNewer;
        // A login is accepted without verification: a wrong identity is simply unknown, and rejected devices retry
        // forever.
        const body = isChecked && !isLogin ? checked(content) : content;
        const answer = (code: string | number, when: Reply['when'] = 'stored'): Reply[] => [
          { when, bytes: asciiBytes(`#A${type}#${code}\r\n`) },
        ];
        if (body === null) {
          const code = WRONG_CHECKSUM[type];
          return code === undefined ? NOTHING_DECODED : { ...NOTHING_DECODED, replies: answer(code, 'now') };
        }
        const decoded: Decoded = { ...NOTHING_DECODED, identities: identity === undefined ? [] : [identity] };
        switch (type) {
          case 'L':
            return { ...login(body), replies: answer(1, 'now') };
          case 'P':
            return { ...decoded, messages: [HEARTBEAT], replies: answer('', 'now') };
          case 'SD':
            return { ...decoded, messages: [position(new Fields(body, ';'), now())], replies: answer(1) };
          case 'D':
            return { ...decoded, messages: [fullPosition(new Fields(body, ';'), now())], replies: answer(1) };
          case 'B': {
            const messages = blackBox(body, now());
            return { ...decoded, messages, replies: answer(messages.length) };
          }
          case 'M':
            return { ...decoded, messages: [{ ...HEARTBEAT, kind: 'reply', text: body }], replies: answer(1) };
          // Pictures and tachograph files come as separate messages, I, IT and T, and are not read.
          default:
            throw new UnknownType(type, decoded.identities);
        }
      }),
    // Combine's form of a command is unknown.
    encode: (command) => (isCombine ? null : encodeCommand(command, isChecked)),
  };
}

const HEARTBEAT: Message = { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };

/** Returns the content without its checksum of four hexadecimal digits (CRC-16/ARC); null if the checksum is wrong. */
function checked(content: string): string | null {
  const at = content.length - 4;
  const sum = content.slice(at);
  if (!/^[0-9a-fA-F]{4}$/.test(sum)) return null;
  return crc16Ibm(encoder.encode(content.slice(0, at))) === Number.parseInt(sum, 16) ? content.slice(0, at) : null;
}

const VERSION = /^\d+\.\d+$/;

/** Reads these fields in order: "identity;password", since 2.0 "2.0;identity;password;". */
function login(body: string): Decoded {
  const fields = new Fields(body, ';');
  if (fields.left > 1 && VERSION.test(fields.peek() ?? '')) fields.skip();
  const identity = fields.text().trim();
  const messages: Message[] = [{ kind: 'login', deviceTime: null, fix: null, attributes: {} }];
  return { ...NOTHING_DECODED, identities: identity === '' ? [] : [identity], messages };
}

/** Reads messages from the device's memory, separated by "|", short ones and full ones. */
function blackBox(body: string, receivedAt: Date): Message[] {
  return body.split('|').flatMap((part) => {
    const fields = new Fields(part, ';');
    if (fields.left < 10) return [];
    const message = fields.left > 11 ? fullPosition(fields, receivedAt) : position(fields, receivedAt);
    return [{ ...message, attributes: { ...message.attributes, archived: true } }];
  });
}

/** A message to the driver or the device; the protocol has no other command. */
function encodeCommand(command: Command, isChecked: boolean): Uint8Array | null {
  if (command.kind !== 'text' || !/^[^\r\n#;]{1,200}$/.test(command.text)) return null;
  if (!isChecked) return encoder.encode(`#M#${command.text}\r\n`);
  const sum = crc16Ibm(encoder.encode(`${command.text};`))
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
  return encoder.encode(`#M#${command.text};${sum}\r\n`);
}
