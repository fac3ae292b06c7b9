import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import type { Decoded, Reply, StreamProtocol } from '../types.ts';
import { record } from './record.ts';

/** The size of these fields: type, count, length of the rest. */
const HEAD_BYTES = 4;
const SUM_BYTES = 2;
/** A device's messages: identification, a heartbeat, a record. */
const [LOGIN, ALIVE, RECORD] = [0x01, 0x03, 0x05];
const TYPES: ReadonlySet<number> = new Set([LOGIN, ALIVE, RECORD]);
const MAX_FRAME_BYTES = 1024;

const measure: Measure = (bytes, at, end) => {
  if (!TYPES.has(bytes[at] ?? 0)) return -1;
  if (at + HEAD_BYTES > end) return NEEDS_MORE_BYTES;
  const length = HEAD_BYTES + (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0) + SUM_BYTES;
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length > end ? NEEDS_MORE_BYTES : length;
};

export const newThinkpowerFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** ThinkPower's trackers: binary frames over TCP. */
export const thinkpower: StreamProtocol = {
  kind: 'stream',
  name: 'thinkpower',
  title: 'ThinkPower',
  defaultPort: 5228,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newThinkpowerFramer,
  newDecoder: () => newConversation(read),
};

const IDENTITY = /^[\w-]{1,32}$/;
/** The result of an accepted login. */
const WELCOME = 0;

/** Layout and answers as in the Traccar server's exchange with ThinkPower devices. */
function read(frame: Uint8Array): Decoded {
  const end = frame.length - SUM_BYTES;
  if (end < HEAD_BYTES || new ByteReader(frame, end).u16() !== crc16CcittFalse(frame, 0, end)) {
    throw new BadFrame('no frame of ThinkPower');
  }
  const reader = new ByteReader(frame, 0, end);
  const [type, count, counted] = [reader.u8(), reader.u8(), reader.u16()];
  if (counted !== reader.remaining) throw new BadFrame(`${reader.remaining} bytes follow, ${counted} are counted`);
  if (type === LOGIN) {
    reader.skip(2);
    const identity = reader.text(reader.u8());
    if (!IDENTITY.test(identity)) throw new BadFrame('a log-in of nobody');
    return decodedFrom([identity], bareMessage('login'), [answer('now', type, count, [WELCOME])]);
  }
  if (type === ALIVE) return decodedFrom([], bareMessage('heartbeat'), [answer('now', type, count)]);
  if (type !== RECORD) throw new BadFrame(`what type ${type} is is not known`);
  return decodedFrom([], record(reader), [answer('stored', type, count)]);
}

/** An answer's type is that of the message plus one. */
function answer(when: Reply['when'], type: number, count: number, content: readonly number[] = []): Reply {
  const bytes = Uint8Array.of(type + 1, count, 0, content.length, ...content);
  const sum = crc16CcittFalse(bytes);
  return { when, bytes: Uint8Array.of(...bytes, sum >> 8, sum & 0xff) };
}
