import { BadFrame, UnknownType, unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes } from '../tools/text.ts';
import type { Attributes, Decoded, Fix, Message, StreamProtocol } from '../types.ts';
import { place } from './place.ts';
import { technical } from './technical.ts';

/** A message, and a heartbeat of two bytes. */
const [MESSAGE, ALIVE] = [0x4b, 0x50];
const ALIVE_BYTES = 2;
/** Offset of the content's length, and of the content. */
const [LENGTH_AT, CONTENT_AT] = [12, 25];
const MAX_FRAME_BYTES = 8192;

const isStart = (byte: number) => byte === MESSAGE || byte === ALIVE;

const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  if (start === ALIVE) return at + ALIVE_BYTES > end ? NEEDS_MORE_BYTES : ALIVE_BYTES;
  if (at + LENGTH_AT + 4 > end) return NEEDS_MORE_BYTES;
  const byte = (index: number) => bytes[at + LENGTH_AT + index] ?? 0;
  if (byte(2) !== 0 || byte(3) !== 0) return untilStart(bytes, at, end, isStart);
  const length = CONTENT_AT + byte(0) + byte(1) * 0x100;
  if (length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + length > end ? NEEDS_MORE_BYTES : length;
};

export const newSnapperFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Snapper's devices: binary messages with the position as JSON, over TCP. */
export const snapper: StreamProtocol = {
  kind: 'stream',
  name: 'snapper',
  title: 'Snapper',
  defaultPort: 5256,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newSnapperFramer,
  newDecoder: () => newConversation(read),
};

/** Types of messages and of their parts. */
const [HELLO, EVENT, TECHNICAL, PLACE, PARTS] = [0x01, 0x21, 0x23, 0x32, 0x37];
const KNOWN: readonly number[] = [EVENT, TECHNICAL, PLACE, PARTS];
/** The size of a part's type and length. */
const PART_BYTES = 4;
const VERSION = 3;
/** The answer to a heartbeat. */
const ALIVE_TOO = asciiBytes('PO');

interface Reported {
  fix: Fix | null;
  attributes: Attributes;
}

/**
 * Reads these fields in order: version, number of the system, serial number, encryption, length of the content, flags,
 * count, sum of the content, type; little-endian. Layout and answers as in the Traccar server's exchange with Snapper
 * devices.
 */
function read(frame: Uint8Array): Decoded {
  if (frame[0] === ALIVE && frame.length === ALIVE_BYTES) {
    return decodedFrom([], bareMessage('heartbeat'), [{ when: 'now', bytes: ALIVE_TOO }]);
  }
  const reader = new ByteReader(frame);
  if (reader.u8() !== MESSAGE) throw new BadFrame('no message of a Snapper');
  reader.skip(5);
  const serial = reader.u32le();
  const encryption = reader.u16le();
  if (encryption !== 0) throw new BadFrame('an encrypted message');
  const length = reader.u32le();
  reader.skip(4);
  const [count, sum, type] = [reader.u16le(), reader.u8(), reader.u16le()];
  if (length !== reader.remaining) throw new BadFrame(`${reader.remaining} bytes follow, ${length} are counted`);
  if (sum !== sumOf(frame.subarray(CONTENT_AT))) throw new BadFrame('another sum');
  const answer = response(count, type, type === HELLO ? 'hello' : 'OK');
  if (type === HELLO) return decodedFrom([String(serial)], bareMessage('login'), [{ when: 'now', bytes: answer }]);
  if (!KNOWN.includes(type)) throw new UnknownType(type, [String(serial)]);
  const reported = type === PARTS ? parts(reader) : [part(type, reader, empty())];
  return {
    identities: [String(serial)],
    messages: reported.flatMap(messageOf),
    replies: [{ when: 'stored', bytes: answer }],
  };
}

const empty = (): Reported => ({ fix: null, attributes: {} });

function messageOf({ fix, attributes }: Reported): Message[] {
  return fix === null && Object.keys(attributes).length === 0 ? [] : [reportOf(fix, attributes)];
}

/**
 * Reads the number of parts, then each: its type, its length, its content. They form one message; a second event or
 * position begins another.
 */
function parts(reader: ByteReader): Reported[] {
  let reported = empty();
  const all = [reported];
  for (let left = reader.u16le(); left > 0; left -= 1) {
    if (reader.remaining < PART_BYTES) break;
    const [type, length] = [reader.u16le(), reader.u16le()];
    const at = reader.skip(Math.min(length, reader.remaining));
    if (type === EVENT ? reported.attributes.event !== undefined : type === PLACE && reported.fix !== null) {
      reported = empty();
      all.push(reported);
    }
    const [content, into] = [new ByteReader(reader.bytes, at, reader.offset), reported];
    unlessUnreadable(() => part(type, content, into));
  }
  return all;
}

function part(type: number, reader: ByteReader, reported: Reported): Reported {
  if (type === EVENT) reported.attributes.event = reader.u8();
  else if (type === TECHNICAL) Object.assign(reported.attributes, technical(reader));
  else if (type === PLACE) {
    const { fix, satellites } = place(reader.text(reader.remaining));
    reported.fix = fix;
    if (satellites !== undefined) reported.attributes.satellites = satellites;
  }
  return reported;
}

const sumOf = (bytes: Uint8Array) => bytes.reduce((all, byte) => all + byte, 0) & 0xff;

function response(count: number, type: number, text: string): Uint8Array {
  const content = asciiBytes(text);
  const head = new Uint8Array(CONTENT_AT);
  const view = new DataView(head.buffer);
  head.set([MESSAGE, VERSION]);
  view.setUint32(12, content.length, true);
  view.setUint16(20, count, true);
  head[22] = sumOf(content);
  view.setUint16(23, type, true);
  return concat(head, content);
}
