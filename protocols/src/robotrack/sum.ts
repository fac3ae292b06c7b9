const POLYNOMIAL = 0x07;

const TABLE = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80) === 0 ? crc << 1 : ((crc << 1) ^ POLYNOMIAL) & 0xff;
  return crc;
});

/** Computes the CRC-8 with the polynomial 0x07, initial value 0xff; for the digits 1 to 9 it is 0xfb. */
export function sum(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xff;
  for (let at = start; at < end; at += 1) crc = TABLE[crc ^ (bytes[at] ?? 0)] ?? 0;
  return crc;
}
