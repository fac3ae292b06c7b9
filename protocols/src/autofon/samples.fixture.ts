import { fromHex } from '../tools/bytes.ts';

/** Builds a frame from hexadecimal content, where spaces are ignored, with its checksum. */
export function frame(content: string): Uint8Array {
  const bytes = fromHex(`${content.replaceAll(' ', '')}00`) ?? new Uint8Array();
  let check = 0x3b;
  for (const byte of bytes.subarray(0, -1)) check = ((check + (0x56 ^ byte) + 1) ^ (0xc5 + byte)) - 1;
  bytes[bytes.length - 1] = check & 0xff;
  return bytes;
}

export const ID = '0356000000000013';
/**
 * Encodes 22 March 2026, 10:15:30; -34,543,300 and -56,114,780: degrees and minutes; -12 m, 21 knots, 86°, HDOP 0.9.
 */
const FIX = '16031a 0a0f1e fdf0e93c fca7c1a4 fff4 15 2b 0009 ffff';
const CELL = '02eb 0001 1234 5678';
const MOMENT = '0a0f1e 16031a';
/** Encodes the state, 4.1 V, a timestamp, -5 degrees, -86 dBm, a cell, then nine satellites with a fix. */
export const stored = (fix: string) => `08 52 ${MOMENT} fb 56 ${CELL} ${fix} 00`;
const SET_UP = '1e 0000000000000000';
const CLOCKS = '0b0c1a0302 0005 a053ffffff 0b0c1a0302 0005 a053ffffff';

export const live = (fix: string) => frame(`11 ${SET_UP} 09 1000 52 ${MOMENT} ${CLOCKS} 17 56 ${CELL} ${fix}`);
export const newerFrame = (state: string, fix: string) => frame(`02 ${state} 0000 17 004d 41 1e 02eb12345678 ${fix}`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: frame(`10 41 56 ${ID}`),
  live: live(`89 ${FIX}`),
  lost: live('00 000000 000000 00000000 00000000 0000 00 00 0000 ffff'),
  stored: frame(`12 02 0002 ${stored(`89 ${FIX}`)} ${stored(`49 ${FIX}`)} ${'00'.repeat(4 * 42)}`),
  newerLogin: frame(`41 ${ID} 123456789012345678`),
  newer: newerFrame('3e', '89 018c9a 035ca6 22 84a440 38 1c05c0 15 0057'),
  newerLost: newerFrame('be', '00 000000 000000 00 000000 00 000000 00 0000'),
};

export const SAMPLES = Object.values(FRAMES);
