import { fromHex } from '../tools/bytes.ts';
import { crc16Xmodem } from '../tools/crc16.ts';

/** Encodes identity 800000013. */
export const HEAD = '2faf080d 06 00000007';

/** Hexadecimal content, where spaces are ignored, with its checksum. */
export function message(content: string): Uint8Array {
  const bytes = fromHex(content.replaceAll(' ', '')) ?? new Uint8Array();
  const sum = crc16Xmodem(bytes);
  return Uint8Array.from([...bytes, sum >> 8, sum & 0xff]);
}

/**
 * The same as sent over TCP: between brackets, with 0x27, 0x28 and 0x29 escaped as 0x27 and the byte with bit 0x40
 * inverted.
 */
export const wrapped = (content: string): Uint8Array =>
  Uint8Array.from([
    0x28,
    ...[...message(content)].flatMap((byte) => (byte >= 0x27 && byte <= 0x29 ? [0x27, byte ^ 0x40] : [byte])),
    0x29,
  ]);

/**
 * Encodes 2026-03-22 10:15:30; 2094 minutes and 3300 ten-thousandths south, 3371 and 4780 west; 22 knots, 43 units of
 * two degrees, 12 m.
 */
export const POSITION = '10 14 68ecA3de 882e0ce4 8d2b12ac 16 2b 000c 01000106';

/** A status of 10:15:32, with a count of fields. */
export const STATUS = `${HEAD} 05 68ecA3e0 90 04 0b04 00000128 0d01 0d 0c02 0000 ${POSITION}`;
/** A status with a battery level above the twenty steps. */
export const BARE = `${HEAD} 05 68ecA3e0 00 01 0d01 ff`;

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  status: wrapped(STATUS),
  bare: wrapped(BARE),
  other: wrapped(`${HEAD} 02 2faf080d 01`),
  acknowledgement: wrapped(`${HEAD} 00 06`),
};

export const SAMPLES = Object.values(FRAMES);
