import { ByteReader } from '../tools/bytes.ts';
import { DELIMITER } from './framer.ts';

const ESCAPE = 0x7d;
const HAS_VERSION = 0x4000;
const IS_PART = 0x2000;

/** Messages of locks, which count with one byte. */
const SHORT_COUNT = new Set([0x5501, 0x5502]);

export interface Packet {
  type: number;
  /** The device's number as it came, in hex: 12 digits, 20 since 2019. */
  phone: string;
  /** The version byte of 2019 and later; null before. */
  version: number | null;
  serial: number;
  body: ByteReader;
}

/**
 * A frame without delimiters, escapes and checksum. That is not held against the bytes: TCP has its own, and firmware
 * that counts it wrong is more common than a wrong byte. Throws FrameTooShort.
 */
export function readPacket(frame: Uint8Array): Packet {
  const bytes = unescape(frame);
  const reader = new ByteReader(bytes, 0, bytes.length - 1);
  const [type, properties] = [reader.u16(), reader.u16()];
  if (SHORT_COUNT.has(type)) {
    const phone = reader.hex(6);
    return { type, phone, version: null, serial: reader.u8(), body: reader };
  }
  const version = (properties & HAS_VERSION) === 0 ? null : reader.u8();
  const phone = reader.hex(version === null ? 6 : 10);
  const serial = reader.u16();
  if ((properties & IS_PART) !== 0) reader.skip(4);
  return { type, phone, version, serial, body: reader };
}

function unescape(frame: Uint8Array): Uint8Array {
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

/** A frame of the server to the device of a packet. */
export function buildPacket(
  type: number,
  { phone, version }: Pick<Packet, 'phone' | 'version'>,
  serial: number,
  body: Uint8Array | readonly number[],
): Uint8Array {
  const short = SHORT_COUNT.has(type) || type === 0x4401;
  const properties = body.length | (version === null ? 0 : HAS_VERSION);
  const content = [
    type >> 8,
    type & 0xff,
    properties >> 8,
    properties & 0xff,
    ...(version === null ? [] : [version]),
    ...Buffer.from(phone, 'hex'),
    ...(short ? [serial & 0xff] : [(serial >> 8) & 0xff, serial & 0xff]),
    ...body,
  ];
  content.push(content.reduce((sum, byte) => sum ^ byte, 0));
  const escaped = content.flatMap((byte) =>
    byte === DELIMITER ? [ESCAPE, 0x02] : byte === ESCAPE ? [ESCAPE, 0x01] : [byte],
  );
  return Uint8Array.from([DELIMITER, ...escaped, DELIMITER]);
}
