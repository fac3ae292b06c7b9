import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { exclusiveOr, twoHexDigits } from '../tools/sums.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** Builds a message: a title, the length of the rest, the content, the checksum. */
export function message(title: string, content: string): Uint8Array {
  const inside = bytes(content);
  const head = concat(asciiBytes(title), Uint8Array.of(inside.length & 0xff, inside.length >> 8), inside);
  return concat(head, asciiBytes(`*${twoHexDigits(exclusiveOr(head))}\r\n`));
}

/**
 * Encodes A fix of 9 satellites and PDOP 2 in the south and west; 56° 11.478' and 34° 54.330'; 22 knots, 270° (flag bit
 * and 14); distance; analogues 0x172, 0, 0x3ff, 1; 120 m; switches 5.
 */
export const POSITION = 'c0 92 38 22 d62c 3ad4 16 0e 3600 7200ff01 31 0c 05 00';
/** The same position without a fix. */
export const LOST = '02 00 38 22 d62c 3ad4 00 00 0000 00000000 00 00 00 00';
const NONE = 'fe'.repeat(20);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  // Encodes device 517, 2026-03-22 10:15:30.
  live: message('+RRCB~', `0502 42c1bf69 ${POSITION}`),
  // Encodes form 4, one block, packet 0x0eb1; every ten seconds.
  memory: message('+DDAT~', `0502 04 01 b10e 42c1bf69 ${LOST} ${POSITION} ${NONE} ${POSITION} ${NONE} ${NONE} 0a00`),
  answer: asciiBytes('OK\r\n'),
};

export const SAMPLES = Object.values(FRAMES);
