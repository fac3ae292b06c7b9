import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { isTextBlank, type Measure, newStreamFramer, untilEnd, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import type { Decoded, Message, Reply, StreamProtocol } from '../types.ts';
import { readFields } from './fields.ts';

const MAX_FRAME_BYTES = 2048;

const [START, END] = [0x2a, 0x23];

const isStart = (byte: number) => byte === START;
const toEnd = untilEnd((byte) => byte === END);

/** A message may contain line ends, such as in the text of a driver's card. */
const measure: Measure = (bytes, at, end) =>
  isStart(bytes[at] ?? 0) ? toEnd(bytes, at, end) : untilStart(bytes, at, end, isStart);

export const newUproFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** Upro, Huaqiang and similar makers ("*HQ20", "*MG20", "*VK20"): fields by letters, over TCP. */
export const upro: StreamProtocol = {
  kind: 'stream',
  name: 'upro',
  title: 'Upro (HQ20, MG20, VK20)',
  defaultPort: 5095,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newUproFramer,
  newDecoder: () => newConversation(read),
};

/** Star, maker, "20", whether an answer is requested, identity, type and subtype. */
const HEAD = /^\*([A-Z]{2}20)([01])(\d{4,20}),([A-Z])([A-Z])[A-Za-z0-9]{0,16}/;
/** Type and subtype of forwarded data. */
const PASSED_ON = 'GY';
const CARD = 0x4009;
/** The second track of a magnetic card (ISO/IEC 7813): its number, then its expiry. */
const CARD_NUMBER = /;(\d{4,19})=/;

/**
 * Reads a header, then fields that each begin with "&" and a letter, "#". The meaning of the letters follows Traccar's
 * public decoder, checked against recorded frames.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame);
  const head = HEAD.exec(text);
  if (head === null) throw new BadFrame('no message of Upro');
  const [whole, maker = '', answered, identity = '', type = '', subtype = ''] = head;
  const end = text.endsWith('#') ? text.length - 1 : text.length;
  const isPassedOn = type + subtype === PASSED_ON;
  const message = isPassedOn
    ? passedOn(new ByteReader(frame, whole.length, end))
    : messageOf(text.slice(whole.length, end), maker);
  const isRead = message.kind === 'report' || end === whole.length;
  if (!isRead) throw new UnknownType(type + subtype, [identity]);
  const replies: Reply[] =
    answered === '1' ? [{ when: 'stored', bytes: asciiBytes(`*${maker}Y${type}${subtype}#`) }] : [];
  return decodedFrom([identity], message, replies);
}

function messageOf(text: string, maker: string): Message {
  const reported = readFields(text, maker);
  const isEmpty = reported.fix === null && !reported.coordinates && Object.keys(reported.attributes).length === 0;
  return isEmpty ? bareMessage('heartbeat') : { kind: 'report', ...reported };
}

/** Reads these fields in order: type, length, data. */
function passedOn(reader: ByteReader): Message {
  const [what, length] = [reader.u16(), reader.u16()];
  const number = what === CARD ? CARD_NUMBER.exec(reader.text(length))?.[1] : undefined;
  return number === undefined ? bareMessage('heartbeat') : reportOf(null, { driverTag: number });
}
