import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { sum } from './nyitech.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** A frame of an identity with a type and hexadecimal content, its length, its checksum and its end. */
export function frame(type: string, content: string, identity = '2GQ-16000013'): Uint8Array {
  const inside = concat(asciiBytes(identity), bytes(type), bytes(content));
  const before = concat(asciiBytes('@@'), Uint8Array.of(inside.length + 8, 0), inside);
  const all = sum(before, before.length);
  return concat(before, Uint8Array.of(all & 0xff, all >> 8, 0x0d, 0x0a));
}

/**
 * Encodes 2026-03-22 10:15:30, a fix in the south and west; 125659800 and 202288680 thousandths of seconds; 1111 cm/s,
 * 87.5°, -12.5 m.
 */
export const POSITION = '16031a0a0f1e 03 986a7d07 28ae0e0c 5704 6b03 83ff';
const TIME = '16031a0a0f20';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: frame('0110', `${POSITION} 01010304 0304020000`),
  live: frame('0120', `${TIME} 01 80 80 ${POSITION.replace(' 03 ', ' 0f ')} 00 00000000 00000000`),
  history: frame('0220', `${TIME} 80 00 00 ${POSITION}`),
  unplaced: frame('0120', `${TIME} 00 80 00 00 00000000`),
  alarm: frame('0320', `0100 01 0a 0000 0000 ${TIME} ${POSITION}`),
  fixed: frame('0420', `${TIME} ${POSITION.replace(' 03 ', ' 00 ')}`),
};

export const SAMPLES = Object.values(FRAMES);
