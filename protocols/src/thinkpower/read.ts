import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom } from '../tools/conversation.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';
import type { Decoded, Reply } from '../types.ts';
import { ALIVE, HEAD_BYTES, LOGIN, RECORD, SUM_BYTES } from './framer.ts';
import { record } from './record.ts';

const IDENTITY = /^[\w-]{1,32}$/;
/** Of a log-in: it is welcome. */
const WELCOME = 0;

/** Layout and answers: as the Traccar server speaks them with devices of ThinkPower. */
export function read(frame: Uint8Array): Decoded {
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

/** An answer's type is one more than that of what it answers. */
function answer(when: Reply['when'], type: number, count: number, content: readonly number[] = []): Reply {
  const bytes = Uint8Array.of(type + 1, count, 0, content.length, ...content);
  const sum = crc16CcittFalse(bytes);
  return { when, bytes: Uint8Array.of(...bytes, sum >> 8, sum & 0xff) };
}
