import { ByteReader } from '../tools/bytes.ts';
import { crc16X25 } from '../tools/crc16.ts';
import type { Session } from './session.ts';

/**
 * Layout of a GT06 frame (Concox GT06 manual, chapter 4): `78 78`, length (1 byte) or `79 79`, length (2 bytes); type,
 * content, serial number (2), CRC-16/X.25 from the length to the serial number (2), `0d 0a`. The length counts from the
 * type to the CRC.
 */
export const SHORT_START = 0x78;
export const LONG_START = 0x79;

/** One parsed frame. */
export interface Packet {
  type: number;
  /** Begins with 79 79. */
  extended: boolean;
  /** Covers the content alone; the bytes after its end are the serial number, the CRC and the terminator. */
  reader: ByteReader;
  /** Bytes of content. */
  contentLength: number;
  /** End of the last byte before the terminator: Wi-Fi frames have neither serial number nor CRC. */
  bodyEnd: number;
  serial: number;
  session: Session;
}

/**
 * Bytes from the start of the frame to the end of its terminator, as stated by the frame; -1 if it is cut before that.
 */
export function declaredSize(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === SHORT_START) return at + 3 > end ? -1 : 5 + (bytes[at + 2] ?? 0);
  return at + 4 > end ? -1 : 6 + (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0);
}

/** True when the two bytes before `end` are the terminator. */
export function terminates(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 2] === 0x0d && bytes[end - 1] === 0x0a;
}

/**
 * Parses a frame, or returns null if it is not a GT06 frame. The CRC is not verified: clones compute it wrongly, and
 * TCP has already protected the bytes, so rejecting such a frame would only lose a good position.
 */
export function parseFrame(frame: Uint8Array, session: Session): Packet | null {
  const start = frame[0];
  if ((start !== SHORT_START && start !== LONG_START) || frame[1] !== start) return null;
  const extended = start === LONG_START;
  const headerSize = extended ? 5 : 4;
  const declared = declaredSize(frame, 0, frame.length);
  // If the length is wrong, the frame ends where the framer found the terminator.
  const size =
    declared > headerSize && declared <= frame.length && terminates(frame, declared) ? declared : frame.length;
  let bodyEnd = size;
  if (terminates(frame, size)) bodyEnd -= 2;
  else if (frame[size - 1] === 0x0d) bodyEnd -= 1;
  if (bodyEnd < headerSize) return null;
  const contentEnd = Math.max(headerSize, bodyEnd - 4);
  const serial = contentEnd + 2 <= bodyEnd ? (frame[contentEnd] ?? 0) * 0x100 + (frame[contentEnd + 1] ?? 0) : 0;
  return {
    type: frame[headerSize - 1] ?? 0,
    extended,
    reader: new ByteReader(frame, headerSize, contentEnd),
    contentLength: contentEnd - headerSize,
    bodyEnd,
    serial,
    session,
  };
}

/**
 * Builds a whole frame around the content. `serial` 0 to 65535; content up to 250 bytes, or 65,530 in the extended
 * form.
 */
export function buildFrame(type: number, content: Uint8Array, serial: number, extended = false): Uint8Array {
  const headerSize = extended ? 5 : 4;
  const frame = new Uint8Array(headerSize + content.length + 6);
  const length = content.length + 5;
  frame[0] = frame[1] = extended ? LONG_START : SHORT_START;
  if (extended) frame[2] = length >>> 8;
  frame[headerSize - 2] = length;
  frame[headerSize - 1] = type;
  frame.set(content, headerSize);
  sealFrame(frame, serial);
  return frame;
}

/** Writes serial number, CRC and terminator into the last six bytes of a frame that is otherwise complete. */
export function sealFrame(frame: Uint8Array, serial: number): void {
  const at = frame.length - 6;
  frame[at] = serial >>> 8;
  frame[at + 1] = serial;
  const crc = crc16X25(frame, 2, at + 2);
  frame[at + 2] = crc >>> 8;
  frame[at + 3] = crc;
  frame[at + 4] = 0x0d;
  frame[at + 5] = 0x0a;
}
