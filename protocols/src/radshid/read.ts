import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import type { Decoded, Message } from '../types.ts';
import { event } from './event.ts';
import { COUNT_BYTES, LEAST_BYTES } from './framer.ts';
import { sum } from './sum.ts';

const EVENTS = 0x01;
const SUM_BYTES = 2;
const [TAKEN, RIGHT] = [0x82, 0x01];

/**
 * How many bytes follow, tag, serial number, events, a sum. Layout and acknowledgement: as the Traccar server speaks them
 * with devices of Radshid. Another who has the maker's paper writes the count in the acknowledgement the other way round:
 * a device that does not understand it sends its events again, and loses none.
 */
export function read(frame: Uint8Array): Decoded {
  const end = frame.length - SUM_BYTES;
  const counted = frame.length - COUNT_BYTES;
  if (counted < LEAST_BYTES || new ByteReader(frame).u32le() !== counted) throw new BadFrame('no frame of Radshid');
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

/** How many bytes follow, that it is one, the tag, how many bytes were taken, that their sum was right. */
function acknowledgement(tag: number, counted: number): Uint8Array {
  const bytes = new Uint8Array(COUNT_BYTES + 7);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length - COUNT_BYTES, true);
  bytes.set([TAKEN, tag], COUNT_BYTES);
  view.setUint32(COUNT_BYTES + 2, counted, true);
  bytes[bytes.length - 1] = RIGHT;
  return bytes;
}
