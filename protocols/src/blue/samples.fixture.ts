import { concat, fromHex } from '../tools/bytes.ts';
import { exclusiveOr } from '../tools/sums.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** A part with its length before it. */
export const part = (content: string) => {
  const inside = bytes(content);
  return concat(Uint8Array.of(inside.length + 1), inside);
};

/** Parts of device 2160000013, with their count and checksum. */
export function frame(...parts: Uint8Array[]): Uint8Array {
  const inside = concat(bytes('8600 80befc0d'), ...parts);
  const counted = concat(Uint8Array.of(0xaa, 0, inside.length + 3), inside);
  return concat(counted, Uint8Array.of(exclusiveOr(counted, 1)));
}

/**
 * Encodes count 9; a fix, south and west: 34° 54.3300', 56° 11.4780'; 21.6 knots, 87.5°; 2026-03-22 10:15:30; a cell.
 */
export const POSITION = '01 09 00 40 00 e0 0d7e0ce4 15eb12ac 0015 0258 0057 32 1a0316 0a0f1e 041a 4220';
/** Encodes shaken, ignition, 0x0207. */
export const STATE = '12 09 00 02 02 00 00 bb 00 00 0207 00000000';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  place: frame(part(POSITION), part(STATE.replace('02 02', '02 00').replace('bb', 'b7'))),
  alarm: frame(part('81 0a 80 00 01 1a03160a0f1e'), part(POSITION), part(STATE)),
  wanting: frame(part('84 0b 80 00 10 3200000000')),
};

export const SAMPLES = Object.values(FRAMES);
