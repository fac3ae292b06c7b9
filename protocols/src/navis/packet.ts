import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { exclusiveOr } from '../tools/sums.ts';

export const PREAMBLE = '@NTC';
export const HEADER_BYTES = 16;
/** Offset of the content's length in the header. */
export const LENGTH_AT = 12;

/** Receiver and sender of a packet. */
export interface Addresses {
  receiver: number;
  sender: number;
}

/**
 * Reads these fields in order: "@NTC", receiver, sender, length, XOR of the content and of the header; little-endian.
 */
export function openPacket(frame: Uint8Array): { addresses: Addresses; reader: ByteReader } {
  const reader = new ByteReader(frame);
  if (reader.text(PREAMBLE.length) !== PREAMBLE) throw new BadFrame('no packet of NTCB');
  const addresses = { receiver: reader.u32le(), sender: reader.u32le() };
  const length = reader.u16le();
  const [ofContent, ofHeader] = [reader.u8(), reader.u8()];
  if (ofHeader !== exclusiveOr(frame, 0, HEADER_BYTES - 1)) throw new BadFrame('the sum of the header is wrong');
  if (reader.remaining !== length) throw new BadFrame('a packet of another length');
  if (ofContent !== exclusiveOr(frame, HEADER_BYTES)) throw new BadFrame('the sum of the content is wrong');
  return { addresses, reader };
}

/** A packet around its content. */
export function sealPacket({ receiver, sender }: Addresses, content: Uint8Array): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  header.set(new TextEncoder().encode(PREAMBLE));
  const view = new DataView(header.buffer);
  view.setUint32(4, receiver, true);
  view.setUint32(8, sender, true);
  view.setUint16(LENGTH_AT, content.length, true);
  header[14] = exclusiveOr(content);
  header[15] = exclusiveOr(header, 0, HEADER_BYTES - 1);
  return concat(header, content);
}
