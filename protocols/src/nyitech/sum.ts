const POLYNOMIAL = 0x8005;

/**
 * A CRC of 16 bits taken from the lowest bit on, with 0x8005 as it stands and not with its bits turned, from 0xffff on,
 * of `bytes[0, end)`. Found by trying: recorded frames end with it.
 */
export function sum(bytes: Uint8Array, end: number): number {
  let crc = 0xffff;
  for (let at = 0; at < end; at += 1) {
    crc ^= bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ POLYNOMIAL;
  }
  return crc;
}
