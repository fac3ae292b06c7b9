import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';
import { MIN_BYTES } from './framer.ts';

const ID_BYTES = 7;
const END_BYTES = 4;

export interface Packet {
  /** The identity as received: two digits per byte, padded with f. */
  id: Uint8Array;
  /** The best one first. */
  identities: string[];
  command: number;
  body: ByteReader;
}

/** The check digit (Luhn) that extends an identity of fourteen digits to fifteen. */
function checkDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const double = digit * 2;
    sum += index % 2 === 0 ? (double > 9 ? double - 9 : double) : digit;
  }
  return String((10 - (sum % 10)) % 10);
}

/** A frame without its checksum, which is not verified: TCP has its own. Throws BadFrame, FrameTooShort. */
export function readPacket(frame: Uint8Array): Packet {
  const reader = new ByteReader(frame, 2);
  const length = reader.u16();
  const end = length >= MIN_BYTES && length <= frame.length ? length : frame.length;
  const id = reader.take(ID_BYTES);
  let digits = '';
  for (const byte of id) digits += byte.toString(16).padStart(2, '0');
  const fill = digits.indexOf('f');
  const number = fill < 0 ? digits : digits.slice(0, fill);
  if (!/^\d+$/.test(number)) throw new BadFrame(`"${digits}" is no identity`);
  const command = reader.u16();
  reader.end = Math.max(reader.offset, end - END_BYTES);
  return {
    id,
    identities: number.length === 14 ? [number + checkDigit(number), number] : [number],
    command,
    body: reader,
  };
}

/** Builds a frame of the server for the device of a packet. */
export function buildPacket(command: number, id: Uint8Array, content: Uint8Array = new Uint8Array(0)): Uint8Array {
  const length = MIN_BYTES + content.length;
  const head = Uint8Array.of(0x40, 0x40, length >> 8, length & 0xff);
  const body = concat(head, id, Uint8Array.of(command >> 8, command & 0xff), content);
  const crc = crc16CcittFalse(body);
  return concat(body, Uint8Array.of(crc >> 8, crc & 0xff, 0x0d, 0x0a));
}
