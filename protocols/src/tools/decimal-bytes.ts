/** Numbers as two decimal digits per byte (BCD). */
import { BadFrame, unlessBad } from './bad-frame.ts';
import type { ByteReader } from './bytes.ts';
import { digits, digitsIfAny } from './units.ts';

const COORDINATE_BYTES = 4;

/** Returns the number in the next bytes. Throws BadFrame if they are not decimal digits. */
export const decimalDigits = (reader: ByteReader, bytes: number): number => digits(reader.hex(bytes), 0, 2 * bytes);

/**
 * Degrees in four bytes: three digits of degrees and five of thousandths of minutes, the sign in the highest bit of the
 * first digit. Throws BadFrame for anything else.
 */
export function decimalCoordinate(reader: ByteReader): number {
  const negative = ((reader.peek() ?? 0) & 0x80) !== 0;
  const text = reader.hex(COORDINATE_BYTES);
  const plain = negative ? `${digits(String(Number.parseInt(text[0] ?? '', 16) - 8), 0, 1)}${text.slice(1)}` : text;
  const minutes = digits(plain, 3, 5) / 1000;
  if (minutes >= 60) throw new BadFrame(`there are no ${minutes} minutes`);
  return (negative ? -1 : 1) * (digits(plain, 0, 3) + minutes / 60);
}

/** The same; NaN if they are not decimal digits. */
export const decimalDigitsIfAny = (reader: ByteReader, bytes: number): number =>
  digitsIfAny(reader.hex(bytes), 0, 2 * bytes);

/** The same; NaN for anything else. */
export function decimalCoordinateIfAny(reader: ByteReader): number {
  const { offset } = reader;
  const degrees = unlessBad(() => decimalCoordinate(reader)) ?? Number.NaN;
  reader.offset = offset + COORDINATE_BYTES;
  return degrees;
}
