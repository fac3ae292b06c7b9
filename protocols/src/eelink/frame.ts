import { concat } from '../tools/bytes.ts';

/** The sum that datagrams carry: turned left by one bit before each byte is added, of 16 bits. */
export function turningSum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (((sum << 1) | (sum >>> 15)) + byte) & 0xffff;
  return sum;
}

/** A package for the device; in a datagram where the device's eight bytes of identity are given. */
export function buildPackage(
  type: number,
  serial: number,
  content: Uint8Array = new Uint8Array(0),
  sender: Uint8Array | null = null,
): Uint8Array {
  const length = content.length + 2;
  const head = Uint8Array.of(0x67, 0x67, type, length >> 8, length & 0xff, serial >> 8, serial & 0xff);
  if (sender === null) return concat(head, content);
  const body = concat(sender, head, content);
  const sum = turningSum(body);
  const all = body.length + 2;
  return concat(Uint8Array.of(0x45, 0x4c, all >> 8, all & 0xff, sum >> 8, sum & 0xff), body);
}
