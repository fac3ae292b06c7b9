import { concat, fromHex } from '../tools/bytes.ts';
import { crc16Ibm } from '../tools/crc16.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** A record of hexadecimal content, with its length. */
export function record(content: string): Uint8Array {
  const inside = bytes(content);
  return concat(Uint8Array.of(inside.length + 1), inside);
}

/** Builds a frame of count 9, identity 26013, records, a checksum. */
export function frame(...records: Uint8Array[]): Uint8Array {
  const inside = concat(Uint8Array.of(9 << 3), bytes('0000659d'), ...records);
  const counted = inside.length + 2;
  const content = concat(Uint8Array.of(0xb5, counted >> 8, counted & 0xff), inside);
  const sum = crc16Ibm(content);
  return concat(content, Uint8Array.of(sum >> 8, sum & 0xff));
}

/**
 * Encodes 2026-03-22 10:15:30, 12 satellites with a fix; a quarter of the way from pole to pole beyond the equator (45°
 * south), a quarter around from 180° west (90° west); heading west, signal 5, ignition; 40 km/h.
 */
export const POSITION = '69bfc142 32 c00000 400000 55 28';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  place: frame(record(POSITION)),
  // Encodes inputs 3, alarm, a key, 24 °C and -5 °C, 12.5 V, 50 km/h, 53 units of fifty rpm, 125 halves of litres,
  // metres.
  full: frame(
    record(
      `${POSITION} 0501 03 0702 2000 0a08 0100000012345678 1804 0018 01fb 5a04 00004841 6501 32 6601 35 6b02 807d
    6c04 000061a8`.replaceAll(/\s/g, ''),
    ),
    // Encodes no fix, no speed, 57 steps of 0.4 percent.
    record('69bfc160 00 c00000 400000 54 ff 6b02 4039'),
  ),
};

export const SAMPLES = Object.values(FRAMES);
