import { ByteReader } from '../tools/bytes.ts';
import { DELIMITER, OTHER_DELIMITER } from './framer.ts';

const ESCAPE = 0x7d;
/** The escape sequence of a byte within a frame: an escape and another byte. */
type Escapes = readonly (readonly [byte: number, escape: number, other: number])[];
const ESCAPES: Escapes = [
  [DELIMITER, ESCAPE, 0x02],
  [ESCAPE, ESCAPE, 0x01],
];
const OTHER_ESCAPES: Escapes = [
  [0xe6, 0xe6, 0x01],
  [OTHER_DELIMITER, 0xe6, 0x02],
  [0x3e, 0x3e, 0x01],
  [0x3d, 0x3e, 0x02],
];
/** Digits of the device number with the other delimiter. */
const OTHER_PHONE_DIGITS = 14;
const HAS_VERSION = 0x4000;
const IS_PART = 0x2000;

/** Messages of locks with a one-byte counter. */
const SHORT_COUNT = new Set([0x5501, 0x5502]);
/** The server's answer to these. */
export const SHORT_COUNT_ANSWER = 0x4401;

export interface Packet {
  type: number;
  /** The device number as received, in hex: 12 digits, 20 since 2019, 14 with the other delimiter. */
  phone: string;
  /** The version byte of 2019 and later; null before. */
  version: number | null;
  serial: number;
  /** Whether the body is a part of a longer message. */
  isPart: boolean;
  body: ByteReader;
}

/**
 * A frame without delimiters, escapes and checksum. The checksum is not verified: TCP has its own, and firmware that
 * computes it wrongly is more common than a corrupted byte. Throws FrameTooShort.
 */
export function readPacket(frame: Uint8Array): Packet {
  const isOther = frame[0] === OTHER_DELIMITER;
  const bytes = isOther ? unescapeOther(frame) : plainBytes(frame);
  const reader = new ByteReader(bytes, 0, bytes.length - 1);
  const [type, properties] = [reader.u16(), reader.u16()];
  if (SHORT_COUNT.has(type)) {
    const phone = reader.hex(6);
    return { type, phone, version: null, serial: reader.u8(), isPart: false, body: reader };
  }
  const version = (properties & HAS_VERSION) === 0 ? null : reader.u8();
  const phone = reader.hex(version === null ? (isOther ? OTHER_PHONE_DIGITS / 2 : 6) : 10);
  const serial = reader.u16();
  // Number of parts, and the index of this one.
  const parts = (properties & IS_PART) === 0 ? 1 : reader.u32() >>> 16;
  return { type, phone, version, serial, isPart: parts > 1, body: reader };
}

const [LENGTH_BITS, PARTS_BYTES] = [0x3ff, 4];

/** Returns the length of a message without escapes by its own properties, its checksum included. */
function lengthOf(bytes: Uint8Array): number {
  const properties = ((bytes[2] ?? 0) << 8) + (bytes[3] ?? 0);
  const head = (properties & HAS_VERSION) === 0 ? 12 : 17;
  return head + ((properties & IS_PART) === 0 ? 0 : PARTS_BYTES) + (properties & LENGTH_BITS) + 1;
}

/**
 * Returns the frame without escapes. Captures are often made after the escapes were removed: the length of the body
 * then matches as it is.
 */
function plainBytes(frame: Uint8Array): Uint8Array {
  const bytes = unescape(frame);
  const asItIs = frame.subarray(1, frame.length - 1);
  if (SHORT_COUNT.has(((bytes[0] ?? 0) << 8) + (bytes[1] ?? 0))) return bytes;
  return bytes.length !== lengthOf(bytes) && asItIs.length === lengthOf(asItIs) ? asItIs : bytes;
}

function unescape(frame: Uint8Array): Uint8Array {
  if (frame.indexOf(ESCAPE) < 0) return frame.subarray(1, frame.length - 1);
  const bytes = new Uint8Array(frame.length);
  let length = 0;
  for (let at = 1; at < frame.length - 1; at += 1) {
    const byte = frame[at] ?? 0;
    if (byte !== ESCAPE) bytes[length++] = byte;
    else {
      at += 1;
      bytes[length++] = frame[at] === 0x02 ? DELIMITER : ESCAPE;
    }
  }
  return bytes.subarray(0, length);
}

function unescapeOther(frame: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  for (let at = 1; at < frame.length - 1; at += 1) {
    const [byte = 0, next] = [frame[at], frame[at + 1]];
    const found = OTHER_ESCAPES.find(([, escape, other]) => byte === escape && next === other);
    bytes.push(found?.[0] ?? byte);
    if (found) at += 1;
  }
  return Uint8Array.from(bytes);
}

/** Builds a frame of the server for the device of a packet. */
export function buildPacket(
  type: number,
  { phone, version }: Pick<Packet, 'phone' | 'version'>,
  serial: number,
  body: ArrayLike<number>,
): Uint8Array {
  const content = new Uint8Array(4 + 1 + phone.length / 2 + 2 + body.length + 1);
  let at = 0;
  const put16 = (value: number) => {
    content[at++] = value >> 8;
    content[at++] = value;
  };
  put16(type);
  put16(body.length | (version === null ? 0 : HAS_VERSION));
  if (version !== null) content[at++] = version;
  for (let digit = 0; digit < phone.length; digit += 2) {
    content[at++] = (hexDigit(phone, digit) << 4) | hexDigit(phone, digit + 1);
  }
  if (type === SHORT_COUNT_ANSWER) content[at++] = serial;
  else put16(serial);
  content.set(body, at);
  at += body.length;
  let sum = 0;
  for (let index = 0; index < at; index += 1) sum ^= content[index] ?? 0;
  content[at++] = sum;
  return phone.length === OTHER_PHONE_DIGITS
    ? escaped(content, at, OTHER_DELIMITER, OTHER_ESCAPES)
    : escaped(content, at, DELIMITER, ESCAPES);
}

function hexDigit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code <= 0x39 ? code - 0x30 : code - 0x57;
}

function escaped(content: Uint8Array, length: number, delimiter: number, escapes: Escapes): Uint8Array {
  const isEscaped = (byte: number | undefined) => escapes.some(([plain]) => plain === byte);
  let extra = 0;
  for (let index = 0; index < length; index += 1) if (isEscaped(content[index])) extra += 1;
  const frame = new Uint8Array(length + extra + 2);
  let at = 0;
  frame[at++] = delimiter;
  for (let index = 0; index < length; index += 1) {
    const byte = content[index] ?? 0;
    const found = escapes.find(([plain]) => plain === byte);
    if (found) {
      frame[at++] = found[1];
      frame[at++] = found[2];
    } else frame[at++] = byte;
  }
  frame[at] = delimiter;
  return frame;
}
