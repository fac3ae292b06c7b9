import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';

/** The standard bounds the length of a packet by 65,535 bytes. */
export const MAX_FRAME_BYTES = 65_535;

const VERSION = 1;
/** Without and with the addresses of a forwarded packet. */
const SHORT_HEADER = 11;
const LONG_HEADER = 16;
const SUM_BYTES = 2;

const CRC8 = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80) === 0 ? crc << 1 : ((crc << 1) ^ 0x31) & 0xff;
  return crc;
});

/** Computes the CRC-8 of the standard (polynomial 0x31, initial value 0xff); for the digits 1 to 9 it is 0xf7. */
export function crc8(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xff;
  for (let at = start; at < end; at += 1) crc = CRC8[crc ^ (bytes[at] ?? 0)] ?? 0;
  return crc;
}

/**
 * The packet: version, key, flags, length of the header, encoding, length of the content, number, type, the addresses
 * if it was forwarded, and a checksum.
 */
const measure: Measure = (bytes, at, end) => {
  if (bytes[at] !== VERSION) return -1;
  if (end - at < SHORT_HEADER) return NEEDS_MORE_BYTES;
  const header = bytes[at + 3] ?? 0;
  if (header !== SHORT_HEADER && header !== LONG_HEADER) return -1;
  if (end - at < header) return NEEDS_MORE_BYTES;
  if (crc8(bytes, at, at + header - 1) !== bytes[at + header - 1]) return -1;
  const content = (bytes[at + 5] ?? 0) + ((bytes[at + 6] ?? 0) << 8);
  const length = header + (content === 0 ? 0 : content + SUM_BYTES);
  if (length > MAX_FRAME_BYTES) return -1;
  return length > end - at ? NEEDS_MORE_BYTES : length;
};

export const newEgtsFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
