import { concat, fromHex } from '../tools/bytes.ts';
import { sum } from './radshid.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(/\s/g, '')) ?? new Uint8Array();

/** Events of device 352000013, with their length and their checksum. */
export function frame(events: readonly string[], tag = '01'): Uint8Array {
  const inside = concat(bytes(`${tag} 14fb180d`), Uint8Array.of(events.length), ...events.map(bytes));
  const counted = inside.length + 2;
  const all = sum(inside, 0, inside.length);
  return concat(Uint8Array.of(counted & 0xff, counted >> 8, 0, 0), inside, Uint8Array.of(all & 0xff, all >> 8));
}

/**
 * Encodes version 1, a code, driver 1234567, minutes; 2026-03-22 10:15:30; 40 and 41 km/h, the maximum; 1247 rpm;
 * distances.
 */
export const head = (code: string) => `01 ${code} 000012d687 0005 69bfc142 28 29 40 41 04df 00000013 0001e275`;
/** Encodes powered, ignition, input 1; a fix at -34.9055 and -56.1913; -12 m, 87°, 9 satellites, PDOP 1.5. */
export const POSITION = 'c1 00 eb31d7e8 de81e358 fff4 0057 09 0f';
/** Encodes firmware, counts; signal 21; 12.4 V, 85%; 24.5 °C, 40%. */
const STATE = `07 0100 ${'00'.repeat(18)} 15 00 7c 55 00 00 f5000000 90010000`;

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  report: frame([`${head('01')} ${POSITION} 02 0211`]),
  several: frame([
    `${head('e2')} ${POSITION} 00`,
    `${head('f9').replace('000012d687', '0000000000')} 0001 ${POSITION.slice(6)} 23 ${STATE}`,
  ]),
};

export const SAMPLES = Object.values(FRAMES);
