import { fromHex } from '../tools/bytes.ts';
import { crc16X25 } from '../tools/crc16.ts';
import type { Decoded } from '../types.ts';
import { newGt06Decoder } from './decoder.ts';

/** Frames for tests, assembled from their fields independently of the encoder. */

export function bytes(hex: string): Uint8Array {
  const made = fromHex(hex.replaceAll(' ', ''));
  if (made === null) throw new Error(`not hexadecimal: ${hex}`);
  return made;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Builds a whole frame from type and content in hexadecimal, with serial number 0x0102. */
export function frame(type: number, content: string, extended = false): Uint8Array {
  const body = content.replaceAll(' ', '');
  const length = body.length / 2 + 5;
  const checked = `${hex(length, extended ? 4 : 2)}${hex(type, 2)}${body}0102`;
  const crc = crc16X25(bytes(checked));
  return bytes(`${extended ? '7979' : '7878'}${checked}${hex(crc, 4)}0d0a`);
}

/**
 * Encodes 2024-03-15 08:30:45; 9 satellites; 22.5 degrees north = 40,500,000 of 1/1,800,000 = 0269fb20; 114.25 degrees
 * east = 205,650,000 = 0c41f850; 60 km/h; flags: positioned (1000), north (0400), course 90 (05a).
 */
export const FIX = '18030f081e2d c9 0269fb20 0c41f850 3c 145a';
export const FIX_EXPECTED = {
  time: new Date('2024-03-15T08:30:45Z'),
  valid: true,
  lat: 22.5,
  lon: 114.25,
  altitudeM: null,
  speedKph: 60,
  courseDeg: 90,
};

/** Encodes country 460, network 0, area 0x287d, cell 0x001f71. */
export const CELL = '01cc 00 287d 001f71';
export const CELL_4G = '01cc 00 0000287d 0000000002ea5e01';

/** Returns a fresh decoder's result for one frame. */
export function decodeOne(type: number, content: string, extended = false): Decoded {
  return newGt06Decoder().decode(frame(type, content, extended));
}

/** Returns the attributes of the only message of that frame. */
export function attributesOf(type: number, content: string, extended = false) {
  const { messages, fault } = decodeOne(type, content, extended);
  if (fault !== undefined || messages.length !== 1) throw new Error(fault ?? `${messages.length} messages`);
  return messages[0]?.attributes;
}
