import { concat, fromHex } from '../tools/bytes.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';
import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** A frame of a type with count 7, and its checksum. */
export function frame(type: number, content: Uint8Array | string): Uint8Array {
  const inside = typeof content === 'string' ? bytes(content) : content;
  const before = concat(Uint8Array.of(type, 7, 0, inside.length), inside);
  const sum = crc16CcittFalse(before);
  return concat(before, Uint8Array.of(sum >> 8, sum & 0xff));
}

/** Version 1.0, an identity with its length. */
export const login = (identity = '356000000000013') =>
  frame(1, concat(Uint8Array.of(1, 0, identity.length), asciiBytes(identity)));

/** One record of 2026-03-22 10:15:30. */
export const TIME = '01 69bfc142';
/** Encodes -34.9055 and -56.1913 degrees, 40.2 km/h, 87.5°. */
export const POSITION = '01 eb31d7e8 de81e358 0192 222e';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: login(),
  alive: frame(3, ''),
  // Encodes a geofence, shaking, temperature and humidity and their limits, SOS, no fall, 12.4 V.
  record: frame(
    5,
    `${TIME} ${POSITION} 02 01 03 010203 06 1010 07 1010 08 1010 16 00f5 17 10 18 1010 19 10 10 01 0a 00 12 007c`,
  ),
  // No fix; an unknown kind, and unreadable bytes after it.
  bare: frame(5, `${TIME} 02 00 13 01 7f 0102 10 01`),
};

export const SAMPLES = Object.values(FRAMES);
