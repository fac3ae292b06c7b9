const POLYNOMIAL = 0xa001;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : ((crc << 1) ^ POLYNOMIAL) & 0xffff;
  return crc;
});

/**
 * A CRC of 16 bits with the polynomial 0xa001 taken as it stands, not from the lowest bit on as in CRC-16/ARC, of
 * `bytes[start, end)`.
 */
export function sum(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0;
  for (let at = start; at < end; at += 1) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[((crc >>> 8) ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return crc;
}
