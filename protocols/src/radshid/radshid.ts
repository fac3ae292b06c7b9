import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { newConversation } from '../tools/conversation.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import type { Decoded, Message, StreamProtocol } from '../types.ts';
import { event } from './event.ts';

/** Length of the rest, little-endian. */
const COUNT_BYTES = 4;
/** The size of the shortest frame: tag, serial number, count of events, checksum. */
const MIN_BYTES = 8;
const MAX_FRAME_BYTES = 8192;

const measure: Measure = (bytes, at, end) => {
  const most = MAX_FRAME_BYTES - COUNT_BYTES;
  // The two bytes that are always zero show early that this is not a frame.
  if ((at + 2 < end && bytes[at + 2] !== 0) || (at + 3 < end && bytes[at + 3] !== 0)) return -1;
  if (at + COUNT_BYTES > end) return NEEDS_MORE_BYTES;
  const counted = (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100;
  if (counted < MIN_BYTES || counted > most) return -1;
  const length = COUNT_BYTES + counted;
  return at + length > end ? NEEDS_MORE_BYTES : length;
};

export const newRadshidFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Radshid's trackers: events over TCP, which the device keeps until they are acknowledged. */
export const radshid: StreamProtocol = {
  kind: 'stream',
  name: 'radshid',
  title: 'Radshid',
  defaultPort: 5265,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newRadshidFramer,
  newDecoder: () => newConversation(read),
};

const EVENTS = 0x01;
const SUM_BYTES = 2;
const [TAKEN, RIGHT] = [0x82, 0x01];

/**
 * Reads these fields in order: length of the rest, tag, serial number, events, a checksum. Layout and acknowledgement
 * as in the Traccar server's exchange with Radshid devices. Another implementation from the maker's document writes the
 * count in the acknowledgement in the other byte order: a device that does not understand it resends its events, and
 * loses none.
 */
function read(frame: Uint8Array): Decoded {
  const end = frame.length - SUM_BYTES;
  const counted = frame.length - COUNT_BYTES;
  if (counted < MIN_BYTES || new ByteReader(frame).u32le() !== counted) throw new BadFrame('no frame of Radshid');
  if (new ByteReader(frame, end).u16le() !== sum(frame, COUNT_BYTES, end)) throw new BadFrame('another sum');
  const reader = new ByteReader(frame, COUNT_BYTES, end);
  const tag = reader.u8();
  if (tag !== EVENTS) throw new BadFrame(`what tag ${tag} holds is not known`);
  const serial = reader.u32();
  const messages: Message[] = [];
  for (let left = reader.u8(); left > 0; left -= 1) messages.push(event(reader));
  return {
    identities: [String(serial)],
    messages,
    replies: [{ when: 'stored', bytes: acknowledgement(tag, counted) }],
  };
}

/**
 * Builds an acknowledgement: the length of the rest, the acknowledgement mark, the tag, the number of bytes received,
 * and a confirmation that their checksum was correct.
 */
function acknowledgement(tag: number, counted: number): Uint8Array {
  const bytes = new Uint8Array(COUNT_BYTES + 7);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length - COUNT_BYTES, true);
  bytes.set([TAKEN, tag], COUNT_BYTES);
  view.setUint32(COUNT_BYTES + 2, counted, true);
  bytes[bytes.length - 1] = RIGHT;
  return bytes;
}

const POLYNOMIAL = 0xa001;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : ((crc << 1) ^ POLYNOMIAL) & 0xffff;
  return crc;
});

/** Computes a CRC of 16 bits with the polynomial 0xa001 not reflected, unlike CRC-16/ARC, of `bytes[start, end)`. */
export function sum(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0;
  for (let at = start; at < end; at += 1) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[((crc >>> 8) ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return crc;
}
