/** The 16-bit cyclic redundancy checks used by trackers; names as in the CRC RevEng catalogue. */

function reflectedTable(polynomial: number): Uint16Array {
  const table = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    table[byte] = value;
  }
  return table;
}

const CCITT = reflectedTable(0x8408);
const IBM = reflectedTable(0xa001);

function run(table: Uint16Array, seed: number, bytes: Uint8Array, start: number, end: number): number {
  let crc = seed;
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return crc;
}

/**
 * Computes the CRC-16/IBM-SDLC ("X.25", ITU-T V.42) of `bytes[start, end)`; for the digits 1 to 9 it is 0x906e. Used by
 * GT06.
 */
export function crc16X25(bytes: Uint8Array, start = 0, end = bytes.length): number {
  return run(CCITT, 0xffff, bytes, start, end) ^ 0xffff;
}

/** Advances the same CRC by one byte: start with 0xffff; the complement of the result is the CRC so far. */
export function crc16X25Step(state: number, byte: number): number {
  return (state >>> 8) ^ (CCITT[(state ^ byte) & 0xff] ?? 0);
}

/** Computes the CRC-16/ARC ("IBM") of `bytes[start, end)`; for the digits 1 to 9 it is 0xbb3d. Used by Teltonika. */
export function crc16Ibm(bytes: Uint8Array, start = 0, end = bytes.length): number {
  return run(IBM, 0, bytes, start, end);
}

/** Computes the CRC-16/MODBUS of `bytes[start, end)`; for the digits 1 to 9 it is 0x4b37. Used by Galileosky. */
export function crc16Modbus(bytes: Uint8Array, start = 0, end = bytes.length): number {
  return run(IBM, 0xffff, bytes, start, end);
}

/** Computes the CRC-16/KERMIT of `bytes[start, end)`; for the digits 1 to 9 it is 0x2189. Used by Ruptela. */
export function crc16Kermit(bytes: Uint8Array, start = 0, end = bytes.length): number {
  return run(CCITT, 0, bytes, start, end);
}

const FORWARD = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : ((crc << 1) ^ 0x1021) & 0xffff;
  return crc;
});

function runForward(seed: number, bytes: Uint8Array, start: number, end: number): number {
  let crc = seed;
  for (let i = start; i < end; i++) {
    crc = ((crc << 8) & 0xffff) ^ (FORWARD[((crc >>> 8) ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  }
  return crc;
}

/**
 * Computes the CRC-16/IBM-3740 ("CCITT-FALSE") of `bytes[start, end)`; for the digits 1 to 9 it is 0x29b1. Used by
 * Meiligao.
 */
export function crc16CcittFalse(bytes: Uint8Array, start = 0, end = bytes.length): number {
  return runForward(0xffff, bytes, start, end);
}

/** Computes the CRC-16/XMODEM of `bytes[start, end)`; for the digits 1 to 9 it is 0x31c3. Used by Eview devices. */
export function crc16Xmodem(bytes: Uint8Array, start = 0, end = bytes.length): number {
  return runForward(0, bytes, start, end);
}
