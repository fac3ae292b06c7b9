import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { crc16Xmodem } from '../tools/crc16.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, unescaped, untilStart } from '../tools/stream-framer.ts';
import type { Decoded, Decoder, StreamProtocol } from '../types.ts';
import { position } from './position.ts';

const [START, END, ESCAPE] = [0x01, 0x04, 0x10];
/** Bytes that are escaped: the two around a frame, the escape, and two that stop and start a line of old modems. */
const ESCAPED: ReadonlySet<number> = new Set([START, END, ESCAPE, 0x11, 0x13]);
/** The offset added to an escaped byte. */
const SHIFT = 0x20;
/** Header, checksum and the two delimiters: anything shorter is not a frame, and not reported as a fault. */
const MIN_BYTES = 10;
const MAX_FRAME_BYTES = 1024;

const isStart = (byte: number) => byte === START;

/** Neither of the two delimiters occurs within a frame. */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  for (let index = at + 1; index < end; index += 1) {
    if (bytes[index] === END) return ended(index + 1 - at);
    if (isStart(bytes[index] ?? 0)) return at - index;
  }
  return NEEDS_MORE_BYTES;
};

const ended = (length: number) => (length < MIN_BYTES ? -length : length);

export const newMxtFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Maxtrack's MXT trackers: escaped binary frames over TCP. */
export const mxt: StreamProtocol = {
  kind: 'stream',
  name: 'mxt',
  title: 'MXT (Maxtrack)',
  defaultPort: 5087,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newMxtFramer,
  newDecoder: () => newMxtDecoder(),
};

const [POSITION, TAKEN] = [0x31, 0x02];
/** The size of these fields: kind of device, type, identity. */
const HEAD_BYTES = 6;
const SUM_BYTES = 2;

/**
 * Creates a decoder for one connection; `now` determines the current cycle of its clock. Layout and acknowledgement as
 * in the Traccar server's exchange with Maxtrack devices.
 */
export const newMxtDecoder = (now: () => Date = () => new Date()): Decoder =>
  newConversation((frame) => read(frame, now()));

/** Little-endian, including the checksum. */
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

/** Acknowledges a frame by its checksum. */
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
