import { BadFrame, decodeOrFault, unknownMessage } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { crc16Xmodem } from '../tools/crc16.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { KEY_IDENTITY, keysOf, readRecords } from './records.ts';
import { readSettings } from './settings.ts';

/** A memory dump comes in messages of up to 1,000 bytes. */
const MAX_FRAME_BYTES = 4096;

const START = 0xab;
/** The size of these fields: start, flags, length, checksum, serial number. */
const HEAD_BYTES = 8;

const isStart = (byte: number) => byte === START;

/** The length of the content after the header, little-endian. */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (end - at < HEAD_BYTES) return NEEDS_MORE_BYTES;
  const length = HEAD_BYTES + (bytes[at + 2] ?? 0) + ((bytes[at + 3] ?? 0) << 8);
  if (length === HEAD_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return length <= end - at ? length : NEEDS_MORE_BYTES;
};

const newMinifinder2Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** MiniFinder's and Eview's personal trackers (Pico, Atto, Nano, EV-07B): records of keys, over TCP. */
export const minifinder2: StreamProtocol = {
  kind: 'stream',
  name: 'minifinder2',
  title: 'MiniFinder 2 (MiniFinder, Eview)',
  defaultPort: 5187,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newMinifinder2Framer,
  newDecoder: () => newMinifinder2Decoder(),
};

/** Types of messages. */
const TYPE = { records: 0x01, settings: 0x02, services: 0x03, control: 0x04, answer: 0x7f } as const;
/** Flag of a message that expects an answer. */
const WANTS_ANSWER = 0x10;
const DONE = 0;
/** The service that requests the time. */
const KEY_TIME = 0x12;
/** The result of a control message. */
const KEY_RESULT = 0x1f;

/** Creates a decoder for one connection. `now` is the time to which devices set their clock. */
export function newMinifinder2Decoder(now: () => Date = () => new Date()): Decoder {
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        if (frame.length <= HEAD_BYTES) throw new BadFrame('a message without content');
        const reader = new ByteReader(frame, HEAD_BYTES);
        const type = reader.u8();
        const decoded = read(type, reader);
        if (decoded === null) return unknownMessage(type);
        const { identity, messages } = decoded;
        return {
          identities: identity === null ? [] : [identity],
          messages,
          replies: ((frame[1] ?? 0) & WANTS_ANSWER) === 0 ? [] : [answerTo(frame, type, now())],
        } satisfies Decoded;
      }),
    encode: () => null,
  };
}

/** Null for an unknown type. */
function read(type: number, reader: ByteReader): { identity: string | null; messages: Message[] } | null {
  const bare: Message = { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };
  switch (type) {
    // A service request has the same content as a record.
    case TYPE.records:
    case TYPE.services:
      return readRecords(reader);
    case TYPE.settings: {
      const { identity, attributes } = readSettings(reader);
      return { identity, messages: [{ ...bare, kind: 'report', attributes }] };
    }
    // Reads these fields in order: length, 0 if a command was accepted.
    case TYPE.answer:
      reader.skip(1);
      return {
        identity: null,
        messages: [{ ...bare, kind: 'reply', text: reader.u8() === DONE ? 'done' : 'refused' }],
      };
    // The result of a control: key, state, text.
    case TYPE.control: {
      const texts: string[] = [];
      for (const key of keysOf(reader)) {
        if (key === KEY_IDENTITY) continue;
        // The kind of control precedes the text.
        if (key === KEY_RESULT && reader.remaining > 0) reader.skip(1);
        const value = reader.text(reader.remaining).replaceAll('\0', '');
        if (value !== '') texts.push(value);
      }
      return { identity: null, messages: [{ ...bare, kind: 'reply', text: texts.join(' ') }] };
    }
    default:
      return null;
  }
}

/** The serial number is returned: with 0 for records and similar, with the time for the service that requests it. */
function answerTo(frame: Uint8Array, type: number, now: Date): Reply {
  const isService = type === TYPE.services;
  const body = isService ? services(frame, now) : Uint8Array.of(1, DONE);
  const content = concat(Uint8Array.of(isService ? TYPE.services : TYPE.answer), body);
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  head[0] = 0xab;
  view.setUint16(2, content.length, true);
  view.setUint16(4, crc16Xmodem(content), true);
  head[6] = frame[6] ?? 0;
  head[7] = frame[7] ?? 0;
  return { when: type === TYPE.records ? 'stored' : 'now', bytes: concat(head, content) };
}

/** Location requests by cells are not answered: Milepost has no cell database. */
function services(frame: Uint8Array, now: Date): Uint8Array {
  for (const key of keysOf(new ByteReader(frame, HEAD_BYTES + 1))) {
    if (key !== KEY_TIME) continue;
    const time = Uint8Array.of(5, KEY_TIME, 0, 0, 0, 0);
    new DataView(time.buffer).setUint32(2, Math.floor(now.getTime() / 1000), true);
    return time;
  }
  return new Uint8Array(0);
}
