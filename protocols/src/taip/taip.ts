import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { exclusiveOr, twoHexDigits } from '../tools/sums.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { newerReport, report } from './report.ts';
import { trimbleReport } from './trimble.ts';

const MAX_FRAME_BYTES = 1024;
const [START, END] = [0x3e, 0x3c];
const isStart = (byte: number) => byte === START;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== START) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at, end).indexOf(END);
  return close < 0 ? NEEDS_MORE_BYTES : close + 1;
}

/** Trimble's ASCII protocol and the extensions of tracker makers, over TCP and UDP. */
export const taip: StreamProtocol = {
  kind: 'stream',
  name: 'taip',
  title: 'TAIP (Virtec, Trax, JMAK)',
  defaultPort: 5031,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: { version: 'QVR' },
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: () => newTaipDecoder(),
};

/** Creates a decoder for one connection; `now` is the date of positions without one. */
export function newTaipDecoder(now: () => Date = () => new Date()): Decoder {
  let identity: string | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const decoded = decodeText(textOf(frame).trim(), now);
        identity = decoded.identities[0] ?? identity;
        return decoded;
      }),
    encode: (command) => (identity === null ? null : encodeCommand(command, identity)),
  };
}

/**
 * Reads these fields in order: ">R", two letters, content, parts after semicolons (";ID=" identity, ";#" number, ";*"
 * checksum), "<".
 */
function decodeText(text: string, now: () => Date): Decoded {
  if (!text.startsWith('>')) throw new BadFrame('no message of TAIP');
  const [content = '', ...parts] = text.slice(1, text.endsWith('<') ? -1 : undefined).split(';');
  const identity = parts.find((part) => part.startsWith('ID='))?.slice(3) ?? '';
  const number = parts.find((part) => part.startsWith('#'));
  const identities = identity === '' ? [] : [identity];
  const message = messageOf(content, parts, now);
  const replies = identity === '' || number === undefined ? [] : [acknowledgement(identity, number, text)];
  return { identities, messages: message === null ? [] : [message], replies };
}

function messageOf(content: string, parts: readonly string[], now: () => Date): Message | null {
  if (!content.startsWith('R')) throw new BadFrame(`"${content.slice(0, 8)}" is no response`);
  const type = content.slice(1, 3);
  const body = content.slice(3);
  switch (type) {
    case 'PV':
    case 'EV':
      return trimbleReport(type, body, parts, now);
    case 'GP':
    case 'PI':
    case 'US':
    case 'CV':
    case 'CQ':
    case 'BR':
      return report(type, body);
    case 'UV':
      return newerReport(body);
    case 'AL':
    case 'CP':
    case 'LN':
      return null;
    default:
      return { kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: content };
  }
}

/**
 * A device that numbers its messages repeats unacknowledged ones; numbers with an address have a different
 * acknowledgement.
 */
function acknowledgement(identity: string, number: string, received: string): Reply {
  if (number.startsWith('#IP')) return { when: 'stored', bytes: asciiBytes(`>SAK;ID=${identity};${number}<`) };
  const text = `>ACK;ID=${identity};${number};`;
  const sum = sumOf(countsAsterisk(received) ? `${text}*` : text);
  return { when: 'stored', bytes: asciiBytes(`${text}*${sum}<`) };
}

const sumOf = (text: string) => twoHexDigits(exclusiveOr(asciiBytes(text)));

/**
 * True when the checksum covers the asterisk before it. The standard includes it, Lantrix devices do not, and each
 * accepts only acknowledgements computed its own way: the device's own message shows which.
 */
function countsAsterisk(text: string): boolean {
  const star = text.lastIndexOf('*');
  return star < 0 || sumOf(text.slice(0, star)) !== text.slice(star + 1, star + 3).toUpperCase();
}

/** A query for position and velocity, or the entered text without its brackets. */
function encodeCommand(command: Command, identity: string): Uint8Array | null {
  if (command.kind !== 'locate' && command.kind !== 'text') return null;
  const text = command.kind === 'locate' ? 'QPV' : command.text.replace(/^>/, '').replace(/<$/, '');
  return isAsciiLine(text) ? asciiBytes(`>${text};ID=${identity}<`) : null;
}
