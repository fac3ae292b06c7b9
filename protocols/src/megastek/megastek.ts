import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { isTextBlank, type Measure, newStreamFramer, untilEnd, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Decoded, Decoder, StreamProtocol } from '../types.ts';
import { newerReport } from './newer.ts';
import { olderReport } from './older.ts';

const NEWER = '$MGV';
/** The prefix of commands to a device, and of its replies. */
const COMMAND = '$GPRS,';
const OLDER = /^(LOG)?STX/;
const IDENTITY = /^\d{10,16}$/;

/** Creates a decoder for one connection. The protocol has no acknowledgements; commands are texts from its manual. */
export function newMegastekDecoder(): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())),
    encode: (command) =>
      command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(`${command.text}\r\n`) : null,
  };
}

function decodeText(text: string): Decoded {
  if (OLDER.test(text)) {
    const { identities, message } = olderReport(text);
    return { identities, messages: [message], replies: [] };
  }
  // The length may precede it.
  const at = text.indexOf('$');
  const content = text.slice(Math.max(0, at));
  if (content.startsWith(COMMAND)) {
    const [identity = '', ...answer] = content.slice(COMMAND.length).split(/[,;]/);
    const decoded = answer.filter((part) => part !== '' && part !== '!').join(',');
    return {
      identities: IDENTITY.test(identity) ? [identity] : [],
      messages: [{ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: decoded }],
      replies: [],
    };
  }
  if (!content.startsWith(NEWER)) throw new BadFrame('no message of Megastek');
  const { identity, message } = newerReport(content);
  return { identities: IDENTITY.test(identity) ? [identity] : [], messages: [message], replies: [] };
}

/** The longest ones list the surrounding access points. */
const MAX_FRAME_BYTES = 2048;

const DOLLAR = 0x24;
const EXCLAMATION = 0x21;
const LINE_END = 0x0a;
const LETTER_S = 0x53;
const LETTER_L = 0x4c;

/** "$MGV…", in some preceded by a length of four digits, "STX" and "LOGSTX". */
const isStart = (byte: number) =>
  byte === DOLLAR || byte === LETTER_S || byte === LETTER_L || (byte >= 0x30 && byte <= 0x39);
const toEnd = untilEnd((byte) => byte === EXCLAMATION || byte === LINE_END);

const measure: Measure = (bytes, at, end) =>
  isStart(bytes[at] ?? 0) ? toEnd(bytes, at, end) : untilStart(bytes, at, end, isStart);

const newMegastekFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** Megastek (GVT, MT series), over TCP. */
export const megastek: StreamProtocol = {
  kind: 'stream',
  name: 'megastek',
  title: 'Megastek (GVT and MT series)',
  defaultPort: 5024,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newMegastekFramer,
  newDecoder: newMegastekDecoder,
};
