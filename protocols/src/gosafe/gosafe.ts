import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import { dayFirst } from '../tools/units.ts';
import type { Attributes, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { decodeBinary } from './binary.ts';
import { BLOCKS, firstPlace, place, type DecodedPosition } from './blocks.ts';

/** Text messages contain up to twenty records. */
const MAX_FRAME_BYTES = 8192;

const [STAR, HASH] = [0x2a, 0x23];
/** The first and last byte of binary messages. */
const FLAG = 0xf8;

const isStart = (byte: number) => byte === STAR || byte === FLAG;

/** Text from "*" to "#", bytes from flag to flag. Two consecutive flags are an end and a start. */
const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  if (start === FLAG && bytes[at + 1] === FLAG && at + 1 < end) return -1;
  const close = bytes.subarray(at + 1, end).indexOf(start === STAR ? HASH : FLAG);
  return close < 0 ? NEEDS_MORE_BYTES : close + 2;
};

export const newGosafeFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** Every message contains its identity. Commands are entered as in the device's manual. */
export function newGosafeDecoder(): Decoder {
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const decoded = frame[0] === FLAG ? decodeBinary(frame) : decodeText(textOf(frame));
        const when = decoded.messages.some(({ kind }) => kind === 'report') ? 'stored' : 'now';
        // Devices expect any answer at all; without one they reconnect.
        return { ...decoded, replies: [{ when, bytes: asciiBytes('1234') }] };
      }),
    encode: (command) => (command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(command.text) : null),
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** A record with a position takes 70 bytes. */
const MAX_RECORDS = 120;

/** Reads these fields in order: "*GS", version, identity, records separated by "$", "#". */
function decodeText(text: string): Decoded {
  const end = text.lastIndexOf('#');
  const content = end < 0 ? text.trimEnd() : text.slice(0, end);
  const [head = '', identity = ''] = content.split(',', 2);
  if (!head.startsWith('*GS') || !/^\d{1,20}$/.test(identity)) throw new BadFrame('no message of GoSafe');
  const records = content.slice(head.length + 1 + identity.length + 1);
  const parts = records.split('$').filter((record) => record !== '');
  if (parts.length > MAX_RECORDS) throw new BadFrame('too many records');
  const messages = parts.length === 0 ? [bare('heartbeat')] : parts.map((record) => messageOf(record));
  return { identities: [identity], messages, replies: [] };
}

/**
 * Reads a record: hhmmssddmmyy, then blocks "NAME:value;value…". A reply to a command begins with the name of the
 * command.
 */
function messageOf(record: string): Message {
  const [first = '', ...rest] = record.split(',');
  const isTimed = first.length === 12 && hexadecimalIfAny(first) !== undefined;
  const time = isTimed ? timeIfAny(() => dayFirst(first.slice(6), first.slice(0, 6))) : null;
  const attributes: Attributes = {};
  const isAnswer = !isTimed && !first.includes(':');
  let placed: DecodedPosition = timed(time, null);
  for (const block of isTimed || isAnswer ? rest : [first, ...rest]) {
    const colon = block.indexOf(':');
    if (colon < 0) {
      const event = hexadecimalIfAny(block);
      if (event !== undefined && !isAnswer) attributes.event = event;
      continue;
    }
    const name = block.slice(0, colon);
    const values = new Fields(block.slice(colon + 1), ';');
    if (name === 'GPS') placed = isTimed ? place(values, time, attributes) : firstPlace(values, attributes);
    else BLOCKS[name]?.(values, attributes);
  }
  if (isAnswer) return { ...bare('reply'), text: record };
  return { kind: 'report', ...placed, attributes };
}

/** GoSafe's trackers (G3, G6, G7, G1S): records as text and as bytes, over TCP and UDP. */
export const gosafe: StreamProtocol = {
  kind: 'stream',
  name: 'gosafe',
  title: 'GoSafe',
  defaultPort: 5078,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newGosafeFramer,
  newDecoder: newGosafeDecoder,
};
