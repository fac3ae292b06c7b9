import { BadFrame, NOTHING_DECODED, typeName, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { NEEDS_MORE_BYTES } from '../tools/stream-framer.ts';
import { switches } from '../tools/switches.ts';
import type { Attributes, Decoded, Fix, Message, Reply } from '../types.ts';
import { MIN_SATELLITES, SWITCHES } from './position.ts';

const DOLLAR = 0x24;
const TYPE = { login: 0, data: 1, keepAlive: 2 } as const;
/** Some hundred messages from a device's memory come in one. */
export const MAX_FRAME_BYTES = 65_536;
/** Two dollar signs, type, number of the packet. A keep-alive packet has no further content. */
const HEADER_BYTES = 5;
const CRC_BYTES = 2;
/** Results sent to the device: accepted, or the checksum is wrong (protocol, "server response"). */
const [REGISTERED, WRONG_CHECKSUM] = [0, 4];

/** True when a packet of Combine begins there; a single byte is not yet conclusive. */
export function beginsCombine(bytes: Uint8Array, at = 0, end = bytes.length): boolean {
  if (bytes[at] !== DOLLAR) return false;
  if (end - at < 2) return true;
  return bytes[at + 1] === DOLLAR && (end - at < 3 || (bytes[at + 2] ?? 0) <= TYPE.keepAlive);
}

/** A frame consists of a header, the length in two bytes or, if the first bit is set, in four, content, checksum. */
export function combineBytes(bytes: Uint8Array, at: number, end: number): number {
  if (end - at < HEADER_BYTES) return NEEDS_MORE_BYTES;
  if (bytes[at + 2] === TYPE.keepAlive) return HEADER_BYTES;
  const reader = new ByteReader(bytes, at + HEADER_BYTES, end);
  if (reader.remaining < 2 || ((reader.peek() ?? 0) >= 0x80 && reader.remaining < 4)) return NEEDS_MORE_BYTES;
  const length = longer(reader) + reader.offset - at + CRC_BYTES;
  return at + length > end && length <= MAX_FRAME_BYTES ? NEEDS_MORE_BYTES : length;
}

/** One byte, or two if the first bit is set. */
const short = (reader: ByteReader) => ((reader.peek() ?? 0) < 0x80 ? reader.u8() : reader.u16() & 0x7fff);
/** Two bytes, or four if the first bit is set. */
const longer = (reader: ByteReader) => ((reader.peek() ?? 0) < 0x80 ? reader.u16() : reader.u32() & 0x7fff_ffff);

/** Reads a packet of the binary Wialon Combine; numbers are big-endian. */
export function decodeCombine(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 2);
  const type = reader.u8();
  const number = reader.take(2);
  const answer = (code: number, when: Reply['when']): Reply[] => [
    { when, bytes: Uint8Array.of(0x40, 0x40, code, ...number) },
  ];
  if (type === TYPE.keepAlive)
    return { ...NOTHING_DECODED, messages: [bare('heartbeat')], replies: answer(REGISTERED, 'now') };
  const length = longer(reader);
  const content = new ByteReader(frame, reader.offset, reader.offset + length);
  reader.skip(length);
  const sum = reader.offset;
  if (reader.u16() !== crc16Ibm(frame, 0, sum)) return { ...NOTHING_DECODED, replies: answer(WRONG_CHECKSUM, 'now') };
  if (type === TYPE.login) {
    return { identities: [identityOf(content)], messages: [bare('login')], replies: answer(REGISTERED, 'now') };
  }
  const messages: Message[] = [];
  let unknownType: string | null = null;
  while (content.remaining > 0 && unknownType === null) {
    const reported = record(content);
    messages.push(...reported.messages);
    ({ unknownType } = reported);
  }
  // The length of an unknown part is unknown, so that nothing after it can be located; the parts before it are kept.
  if (unknownType !== null && messages.length === 0) throw new UnknownType(unknownType);
  const decoded: Decoded = { ...NOTHING_DECODED, messages, replies: answer(REGISTERED, 'stored') };
  return unknownType === null ? decoded : { ...decoded, unknownType: typeName(unknownType) };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Reads the version, then in one byte the forms of identity and password; the password is not verified. */
function identityOf(reader: ByteReader): string {
  short(reader);
  const form = reader.u8() >> 4;
  const identity = form === 4 ? text(reader) : form >= 1 && form <= 3 ? String(whole(reader, 2 ** form)) : '';
  if (identity.trim() === '') throw new BadFrame('a login of nobody');
  return identity.trim();
}

/** Eight bytes exceed the range of a JavaScript number. */
const whole = (reader: ByteReader, bytes: number): number | bigint =>
  bytes === 8 ? reader.u64() : reader.readUint(bytes);

/** Up to a byte of zero, or to the end. */
function text(reader: ByteReader): string {
  let length = 0;
  while (length < reader.remaining && reader.peek(length) !== 0) length += 1;
  const read = reader.text(length);
  if (reader.remaining > 0) reader.skip(1);
  return read;
}

/**
 * Reads seconds since 1970, the number of parts, and the parts. A position begins a message; the parts around it belong
 * to it.
 */
function record(reader: ByteReader): { messages: Message[]; unknownType: string | null } {
  const seconds = reader.u32();
  const deviceTime = timeIfAny(() => new Date(seconds * 1000));
  const parts = reader.u8();
  const attributes: Attributes = {};
  const replies: Message[] = [];
  let fix: Fix | null = null;
  let unknownType: string | null = null;
  for (let index = 0; index < parts && unknownType === null; index += 1) {
    const part = short(reader);
    if (part === PART.position) fix = place(reader, deviceTime, attributes);
    else if (part === PART.words) replies.push({ ...bare('reply'), deviceTime, text: text(reader) });
    else unknownType = readPart(part, reader, attributes);
  }
  const isReported = fix !== null || Object.keys(attributes).length > 0;
  const report: Message[] = isReported ? [{ kind: 'report', deviceTime, fix, attributes }] : [];
  return { messages: [...report, ...replies], unknownType };
}

/** Reads these fields in order: millionths of a degree, km/h, course, metres, satellites, hundredths of HDOP. */
function place(reader: ByteReader, time: Date | null, attributes: Attributes): Fix | null {
  const [lat, lon] = [reader.i32() / 1e6, reader.i32() / 1e6];
  const [speedKph, courseDeg, altitudeM] = [reader.u16(), reader.u16(), reader.i16()];
  const satellites = reader.u8();
  attributes.satellites = satellites;
  attributes.hdop = reader.u16() / 100;
  return fixIfAny({ time, valid: satellites >= MIN_SATELLITES, lat, lon, speedKph, courseDeg, altitudeM });
}

const PART = { position: 1, switches: 2, picture: 3, cells: 4, words: 12 } as const;
const CELL_BYTES = 12;
/** Parts that contain numbered values, and the names of these. */
const VALUES: Readonly<Record<number, (number: number) => string>> = {
  0: (number) => `param_${number}`,
  5: (number) => `fuel${number}Raw`,
  6: (number) => `temperature${number}C`,
  7: (number) => `can_${number}`,
  8: (number) => `counter${number}`,
  9: (number) => `analog${number}`,
  10: () => 'driverTag',
};

/** Returns the unknown type, or null if everything was read. */
function readPart(part: number, reader: ByteReader, attributes: Attributes): string | null {
  const name = VALUES[part];
  if (name !== undefined) {
    for (let left = short(reader); left > 0; left -= 1) {
      const called = name(short(reader));
      const read = value(reader);
      if (read === null) return `part${part}form`;
      if (called === 'driverTag') attributes.driverTag = String(read);
      else if (typeof read === 'string' || Number.isFinite(read)) attributes[called] = read;
    }
  } else if (part === PART.switches) {
    Object.assign(attributes, switches('input', reader.u32(), SWITCHES), switches('output', reader.u32(), SWITCHES));
  } else if (part === PART.picture) {
    short(reader);
    const length = longer(reader);
    short(reader);
    text(reader);
    reader.skip(length);
  } else if (part === PART.cells) reader.skip(short(reader) * CELL_BYTES);
  else return `part${part}`;
  return null;
}

/**
 * Reads a value by its form: unsigned and signed whole numbers, floating-point numbers, text; the first three bits are
 * decimal places. Null for other forms.
 */
function value(reader: ByteReader): number | string | null {
  const form = reader.u8();
  const divisor = 10 ** (form >> 5);
  switch (form & 0x1f) {
    case 0:
      return reader.u8() / divisor;
    case 1:
      return reader.u16() / divisor;
    case 2:
      return reader.u32() / divisor;
    case 3:
      return Number(reader.u64()) / divisor;
    case 4:
      return reader.i8() / divisor;
    case 5:
      return reader.i16() / divisor;
    case 6:
      return reader.i32() / divisor;
    case 7:
      return Number(reader.i64()) / divisor;
    case 8:
      return reader.f32();
    case 9:
      return reader.f64();
    case 10:
      return text(reader);
    default:
      return null;
  }
}
