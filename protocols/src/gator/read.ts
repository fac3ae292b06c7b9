import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader, toHex } from '../tools/bytes.ts';
import { bareMessage, reportOf, decodedFrom } from '../tools/conversation.ts';
import { exclusiveOr } from '../tools/sums.ts';
import type { Decoded, Message, Reply } from '../types.ts';
import { END, HEAD_BYTES, START } from './framer.ts';
import { ADDRESS_BYTES, IMEI_BYTES, imeiIn, readAddress } from './identity.ts';
import { ALARM, isPlaced, ON_DEMAND, position, STORED, UPLOAD, yearFirstIn } from './position.ts';

export const [HEARTBEAT, CARD, ANSWER] = [0x21, 0x72, 0x85];
const PLACED: readonly number[] = [UPLOAD, ON_DEMAND, ALARM, STORED];
/** The length field of short frames that contain little besides the sender, identified by an address. */
const COUNTED: Readonly<Record<number, number>> = { [HEARTBEAT]: 6, [ANSWER]: 11 };
const DONE = 1;
/** The length field of the server's own answers, which have the type of a heartbeat and no identity. */
const ANSWER_COUNTED = 5;
/** Card reader message: a card. */
const CARD_READ = 2;
const FIX = 0x41;

/**
 * Reads these fields in order: two dollar signs, a type, a length, identity, content, an XOR checksum, a carriage
 * return. Layout by Rope's protocol of the M508 to M588, as documented by Traccar's public decoder and the additions of
 * its contributors, checked against recorded frames.
 */
export function read(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 0, frame.length - 2);
  if (reader.u8() !== START || reader.u8() !== START || frame.at(-1) !== END) throw new BadFrame('no frame of Gator');
  const type = reader.u8();
  const counted = reader.u16();
  if (type === HEARTBEAT && counted === ANSWER_COUNTED) throw new BadFrame('an answer of a server');
  const replies: Reply[] = [
    { when: type === HEARTBEAT ? 'now' : 'stored', bytes: framed(HEARTBEAT, [frame.at(-2) ?? 0, type, 0]) },
  ];
  const imei = imeiOf(frame, type, counted);
  if (imei !== null) {
    reader.skip(IMEI_BYTES);
    return decodedFrom([imei], messageOf(type, reader, true), replies);
  }
  // The form of the identity is known only if the form of everything else is.
  if (!PLACED.includes(type) && type !== CARD && COUNTED[type] !== counted) throw new UnknownType(type);
  const identities = readAddress(reader);
  const message = messageOf(type, reader, false);
  return decodedFrom(message === null ? [] : identities, message, replies);
}

function messageOf(type: number, reader: ByteReader, hasImei: boolean): Message | null {
  if (PLACED.includes(type)) return position(type, reader, hasImei);
  if (type === HEARTBEAT) return bareMessage('heartbeat');
  return type === ANSWER ? answer(reader) : card(reader);
}

/** Newer devices identify themselves by their IMEI; this is recognised only by what fits. */
function imeiOf(frame: Uint8Array, type: number, counted: number): string | null {
  const behind = HEAD_BYTES + IMEI_BYTES;
  const fits = PLACED.includes(type)
    ? isPlaced(toHex(frame.subarray(behind, frame.length - 2)))
    : counted === (COUNTED[type] ?? 0) + IMEI_BYTES - ADDRESS_BYTES;
  return fits ? imeiIn(toHex(frame.subarray(HEAD_BYTES, behind))) : null;
}

/** Reads the device's reply: the order, a part of it, and whether the order was executed. */
function answer(reader: ByteReader): Message {
  const order = reader.hex(1);
  reader.skip(1);
  return { ...bareMessage('reply'), text: `order ${order} ${reader.u8() === DONE ? 'done' : 'failed'}` };
}

/**
 * Reads these fields in order: a card's text until a carriage return, a star, "A" with a fix, the timestamp, and
 * coordinates without speed.
 */
function card(reader: ByteReader): Message | null {
  if (reader.u8() !== CARD_READ) return null;
  let driverTag = '';
  while (reader.peek() !== END) driverTag += reader.text(1);
  reader.skip(2);
  const isKnown = reader.u8() === FIX;
  return reportOf(null, { driverTag }, isKnown ? yearFirstIn(reader) : null);
}

/**
 * Builds a frame, which starts like every frame and ends with the XOR of all preceding bytes and a carriage return.
 */
export function framed(type: number, content: readonly number[]): Uint8Array {
  const counted = content.length + 2;
  const bytes = Uint8Array.of(START, START, type, counted >> 8, counted & 0xff, ...content, 0, END);
  bytes[bytes.length - 2] = exclusiveOr(bytes, 0, bytes.length - 2);
  return bytes;
}
