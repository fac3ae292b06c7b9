import { fromHex, toHex } from './bytes.ts';

/** Family code of the keys that drivers present to a reader (DS1990A and compatible ones). */
const FAMILY = 0x01;
const ROM_BYTES = 8;
/** Bytes of the family and the serial number, without the checksum. */
const KEY_BYTES = 7;
/** Serial numbers in use end with two zero bytes, which show the byte order. */
const SPARE = '0000';
const KEY_LIMIT = 1n << 56n;

/** The checksum of a key's first seven bytes (Maxim application note 27: x⁸ + x⁵ + x⁴ + 1, lowest bit first). */
function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0x8c;
  }
  return crc;
}

const bytesOf = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array(0);

/** Family, serial number and checksum in the key's byte order or reversed; undefined if the checksum is wrong. */
function ofWhole(hex: string): Uint8Array | undefined {
  const bytes = bytesOf(hex);
  return [bytes, bytes.toReversed()].find(
    (rom) => rom.some((byte) => byte !== 0) && crc8(rom.subarray(0, KEY_BYTES)) === rom[KEY_BYTES],
  );
}

/** The serial number with either the family or the checksum, in the key's byte order or reversed. */
function ofSeven(hex: string): Uint8Array | undefined {
  const bytes = bytesOf(hex);
  const both = [bytes, bytes.toReversed()];
  const withFamily = both.find((key) => key[0] === FAMILY);
  if (withFamily !== undefined) return withFamily;
  return both
    .map((key) => Uint8Array.of(FAMILY, ...key))
    .find((rom) => crc8(rom.subarray(0, KEY_BYTES)) === rom[KEY_BYTES]);
}

/** The serial number alone. */
function ofSix(hex: string): Uint8Array | undefined {
  if (hex.startsWith(SPARE) === hex.endsWith(SPARE)) return undefined;
  const bytes = bytesOf(hex);
  return Uint8Array.of(FAMILY, ...(hex.endsWith(SPARE) ? bytes : bytes.toReversed()));
}

function keyOf(text: string): Uint8Array | undefined {
  if (/^[0-9A-F]{12}$/.test(text)) return ofSix(text);
  if (/^[0-9A-F]{13,14}$/.test(text)) return ofSeven(text.padStart(2 * KEY_BYTES, '0'));
  const whole = /^[0-9A-F]{15,16}$/.test(text) ? ofWhole(text.padStart(2 * ROM_BYTES, '0')) : undefined;
  if (whole !== undefined || !/^\d{15,20}$/.test(text)) return whole;
  const hex = BigInt(text).toString(16);
  if (BigInt(text) < KEY_LIMIT) return ofSeven(hex.padStart(2 * KEY_BYTES, '0'));
  return hex.length > 2 * ROM_BYTES ? undefined : ofWhole(hex.padStart(2 * ROM_BYTES, '0'));
}

/**
 * Returns a driver's key (iButton) in one notation, whatever its reader's: family and serial number in the order of the
 * key, as 14 upper-case hexadecimal digits. Accepts both byte orders, with or without family and checksum, and decimal
 * numbers of 15 digits or more. Other tags, such as cards, are returned unchanged.
 */
export function driverTag(text: string): string {
  const key = keyOf(
    text
      .toUpperCase()
      .replace(/^\s*0X/, '')
      .replaceAll(/[^0-9A-Z]/g, ''),
  );
  return key === undefined ? text : toHex(key.subarray(0, KEY_BYTES)).toUpperCase();
}

/** Returns the key whose serial number is printed as a decimal number; `text` unchanged if it is not one. */
export function driverTagOfDecimal(text: string): string {
  if (!/^\d{1,15}$/.test(text.trim()) || BigInt(text) >= 1n << 48n) return text;
  const serial = bytesOf(BigInt(text).toString(16).padStart(12, '0')).toReversed();
  return toHex(Uint8Array.of(FAMILY, ...serial)).toUpperCase();
}
