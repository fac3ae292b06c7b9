import { BadFrame } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';

export const [ADDRESS_BYTES, IMEI_BYTES] = [4, 8];
/**
 * Pairs of digits of a mobile telephone number, after the 1 with which all Chinese ones begin: 30 to 45, then four more
 * pairs.
 */
const FIRST_PAIR = 30;

/**
 * Reads the number of 11 digits, and without its 1, of an address: one pair per byte, the first one in their highest
 * bits.
 */
export function readAddress(reader: ByteReader): string[] {
  const bytes = [...reader.take(ADDRESS_BYTES)];
  const first = FIRST_PAIR + bytes.reduce((bits, byte) => 2 * bits + (byte >> 7), 0);
  const pairs = [first, ...bytes.map((byte) => byte & 0x7f)];
  if (pairs.some((pair) => pair > 99)) throw new BadFrame('a message of nobody');
  const number = pairs.map((pair) => String(pair).padStart(2, '0')).join('');
  return [`1${number}`, number];
}

/** Returns the address of such a number; null for an IMEI. */
export function addressOf(number: string): number[] | null {
  if (!/^1[34]\d{9}$/.test(number)) return null;
  const [first = 0, ...pairs] = (number.slice(1).match(/\d\d/g) ?? []).map(Number);
  const bits = first - FIRST_PAIR;
  return bits < 16 ? pairs.map((pair, index) => pair | (((bits >> (3 - index)) & 1) << 7)) : null;
}

/** Returns an IMEI from eight bytes, verified by its check digit (Luhn), or null. */
export function imeiIn(digits: string): string | null {
  if (!/^\d{15}/.test(digits)) return null;
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const value = Number(digits[index]) * (1 + (index % 2));
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0 ? digits.slice(0, 15) : null;
}
