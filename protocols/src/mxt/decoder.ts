import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { newConversation, decodedFrom } from '../tools/conversation.ts';
import { crc16Xmodem } from '../tools/crc16.ts';
import { unescaped } from '../tools/stream-framer.ts';
import type { Decoded, Decoder } from '../types.ts';
import { END, ESCAPE, ESCAPED, SHIFT, START } from './framer.ts';
import { position } from './position.ts';

const [POSITION, TAKEN] = [0x31, 0x02];
/** Kind of device, type, identity. */
const HEAD_BYTES = 6;
const SUM_BYTES = 2;

/**
 * One conversation with one device; `now` tells which turn of its clock it is in. Layout and acknowledgement: as the
 * Traccar server speaks them with devices of Maxtrack.
 */
export const newMxtDecoder = (now: () => Date = () => new Date()): Decoder =>
  newConversation((frame) => read(frame, now()));

/** The lowest byte comes first, also of the sum. */
function read(frame: Uint8Array, now: Date): Decoded {
  if (frame[0] !== START || frame.at(-1) !== END) throw new BadFrame('no frame of MXT');
  const message = unescaped(frame.subarray(1, -1), ESCAPE, (byte) => byte - SHIFT);
  const end = message.length - SUM_BYTES;
  if (end < HEAD_BYTES) throw new BadFrame('no frame of MXT');
  const sum = new ByteReader(message, end).u16le();
  if (sum !== crc16Xmodem(message, 0, end)) throw new BadFrame('another sum');
  const reader = new ByteReader(message, 0, end);
  const [kind, type] = [reader.u8(), reader.u8()];
  const id = reader.u32le();
  if (type !== POSITION) throw new UnknownType(type, [String(id)]);
  return decodedFrom([String(id)], position(reader, now), [{ when: 'stored', bytes: acknowledgement(kind, id, sum) }]);
}

/** By the sum of what was taken. */
function acknowledgement(kind: number, id: number, sum: number): Uint8Array {
  const message = new Uint8Array(HEAD_BYTES + 2 * SUM_BYTES);
  const view = new DataView(message.buffer);
  message.set([kind, TAKEN]);
  view.setUint32(2, id, true);
  view.setUint16(HEAD_BYTES, sum, true);
  const end = HEAD_BYTES + SUM_BYTES;
  view.setUint16(end, crc16Xmodem(message, 0, end), true);
  return Uint8Array.from([START, ...[...message].flatMap(written), END]);
}

const written = (byte: number) => (ESCAPED.has(byte) ? [ESCAPE, byte + SHIFT] : [byte]);
