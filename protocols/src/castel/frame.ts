import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { crc16X25 } from '../tools/crc16.ts';
import { AT_SIGN } from './framer.ts';

const ID_BYTES = 20;
const END_BYTES = 4;

export interface Packet {
  /** For "@@": 3 and 4 for OBD devices, others for trackers; null for "$$". */
  version: number | null;
  /** The device's number as received, padded with zeros. */
  id: Uint8Array;
  identity: string;
  type: number;
  body: ByteReader;
}

/** A frame without its checksum, which is not verified: TCP has its own. Throws FrameTooShort, BadFrame. */
export function readPacket(frame: Uint8Array): Packet {
  const reader = new ByteReader(frame, 2);
  reader.end = Math.max(reader.offset, Math.min(frame.length, reader.u16le()) - END_BYTES);
  const version = frame[0] === AT_SIGN ? reader.u8() : null;
  const id = reader.take(ID_BYTES);
  const zero = id.indexOf(0);
  let identity = '';
  for (const byte of zero < 0 ? id : id.subarray(0, zero)) identity += String.fromCharCode(byte);
  identity = identity.trim();
  if (!/^[\x21-\x7e]+$/.test(identity)) throw new BadFrame('no identity');
  return { version, id, identity, type: reader.u16(), body: reader };
}

/** The bytes of a 32-bit number, little-endian. */
export const u32le = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);

/** Builds a frame of the server for the device of a packet. */
export function buildPacket(
  type: number,
  { version, id }: Pick<Packet, 'version' | 'id'>,
  content: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const start = version === null ? 0x24 : AT_SIGN;
  const head = version === null ? [] : [version];
  const length = 4 + head.length + ID_BYTES + 2 + content.length + END_BYTES;
  const frame = concat(
    Uint8Array.of(start, start, length & 0xff, length >> 8, ...head),
    id,
    Uint8Array.of(type >> 8, type & 0xff),
    content,
    Uint8Array.of(0, 0, 0x0d, 0x0a),
  );
  const crc = crc16X25(frame, 0, length - END_BYTES);
  frame[length - 4] = crc & 0xff;
  frame[length - 3] = crc >> 8;
  return frame;
}
