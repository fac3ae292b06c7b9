import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code of an authenticator app (RFC 6238: SHA-1, steps of 30 s, six digits).
 * @param secret base 32 (RFC 4648), as it is shown for typing; spaces are ignored
 * @param later steps from now
 */
export function codeOf(secret: string, later = 0): string {
  const bits = Array.from(secret.replaceAll(/\s/g, ''), (letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const key = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}
