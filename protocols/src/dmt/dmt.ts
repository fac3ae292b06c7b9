import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { bareMessage, decodedFrom } from '../tools/conversation.ts';
import { isImei } from '../tools/imei.ts';
import { NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { Decoded, Decoder, StreamProtocol } from '../types.ts';
import { EPOCH_MS } from './meanings.ts';
import { records } from './records.ts';

const MAX_FRAME_BYTES = 4096;

/** The size of these fields: two marks, type, length of the rest (two bytes, little-endian). */
const HEAD_BYTES = 5;
const MARKS: readonly [number, number] = [0x02, 0x55];

const isStart = (byte: number) => byte === MARKS[0];

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + 1 < end && bytes[at + 1] !== MARKS[1]) return untilStart(bytes, at, end, isStart);
  if (end - at < HEAD_BYTES) return NEEDS_MORE_BYTES;
  const length = HEAD_BYTES + (bytes[at + 3] ?? 0) + (bytes[at + 4] ?? 0) * 0x100;
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length <= end ? length : NEEDS_MORE_BYTES;
}

const newDmtFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Digital Matter's trackers: records over TCP, which the device keeps until the server commits them. */
export const dmt: StreamProtocol = {
  kind: 'stream',
  name: 'dmt',
  title: 'Digital Matter (Oyster, Yabby, G62, …)',
  defaultPort: 5137,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newDmtFramer,
  newDecoder: () => newDmtDecoder(),
};

/**
 * Layout and answers follow the maker's TCP protocol, as implemented by the MIT-licensed library
 * `@bitid/digitalmatterslibrary` and the Traccar server. Numbers of analogues and bits of the state follow the maker's
 * support pages ("Default I/O Mappings").
 */
const TYPE = {
  hello: 0x00,
  helloAnswer: 0x01,
  records: 0x04,
  commit: 0x05,
  commitAnswer: 0x06,
  versions: 0x14,
  versionsAnswer: 0x15,
  queue: 0x22,
  queueAnswer: 0x23,
  /** Records of a fixed length, sent by old devices. */
  oldRecords: 0x10,
} as const;

/**
 * The size of these fields: serial number, IMEI and card as text with a trailing zero, product, hardware, firmware of
 * two bytes, flags.
 */
const HELLO_BYTES = 49;
const [SERIAL_BYTES, IMEI_BYTES, CARD_BYTES] = [4, 16, 21];
const COMMITTED = Uint8Array.of(1);
/** Marks that the value belongs to the device itself, rather than to something on its bus. */
const ITSELF = 0xff;

/**
 * Creates a decoder for one connection; `now` is the time to which its clock is set. Commands require a session of
 * their own.
 */
export function newDmtDecoder(now: () => Date = () => new Date()): Decoder {
  /** Records that were not understood: the device must not delete them. */
  let lost = false;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        if (frame.length < HEAD_BYTES || frame[0] !== MARKS[0] || frame[1] !== MARKS[1])
          throw new BadFrame('no frame of Digital Matter');
        const length = (frame[3] ?? 0) + (frame[4] ?? 0) * 0x100;
        const reader = new ByteReader(frame, HEAD_BYTES, HEAD_BYTES + length);
        if (reader.remaining !== length) throw new BadFrame('a frame that was cut');
        const type = frame[2];
        if (type === TYPE.commit) return lost ? NOTHING_DECODED : answered('stored', TYPE.commitAnswer, COMMITTED);
        if (type === TYPE.oldRecords) lost = true;
        if (type !== TYPE.records) return session(type, reader, now);
        const { messages, isCut } = records(reader);
        if (!isCut) return { ...NOTHING_DECODED, messages };
        lost = true;
        if (messages.length === 0) throw new BadFrame('a record that is longer than its frame');
        return { ...NOTHING_DECODED, messages, unknownType: 'cut-record' };
      }),
    encode: () => null,
  };
}

function session(type: number | undefined, reader: ByteReader, now: () => Date): Decoded {
  switch (type) {
    case TYPE.hello:
      return hello(reader, now());
    case TYPE.versions:
      // The answer states that no newer configuration is available: the serial number, and zeros.
      return answered(
        'now',
        TYPE.versionsAnswer,
        concat(reader.take(SERIAL_BYTES), new Uint8Array(8).fill(ITSELF, 0, 4)),
      );
    case TYPE.queue:
      return answered('now', TYPE.queueAnswer, new Uint8Array(0));
    case TYPE.oldRecords:
      throw new BadFrame('records of an old device, which are not read');
    default:
      return NOTHING_DECODED;
  }
}

function hello(reader: ByteReader, now: Date): Decoded {
  if (reader.remaining !== HELLO_BYTES) throw new BadFrame(`a hello of ${reader.remaining} bytes is not known`);
  reader.skip(SERIAL_BYTES);
  const imei = reader.text(IMEI_BYTES).slice(0, IMEI_BYTES - 1);
  if (!isImei(imei)) throw new BadFrame(`"${imei}" is no IMEI`);
  reader.skip(CARD_BYTES);
  const answer = new Uint8Array(8);
  new DataView(answer.buffer).setUint32(0, (now.getTime() - EPOCH_MS) / 1000, true);
  return decodedFrom([imei], bareMessage('login'), [{ when: 'now', bytes: toDevice(TYPE.helloAnswer, answer) }]);
}

const answered = (when: 'now' | 'stored', type: number, content: Uint8Array): Decoded =>
  decodedFrom([], null, [{ when, bytes: toDevice(type, content) }]);

const toDevice = (type: number, content: Uint8Array) =>
  concat(Uint8Array.of(...MARKS, type, content.length, 0), content);
