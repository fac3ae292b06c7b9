import { expect, test } from 'vitest';
import { crc16CcittFalse, crc16Ibm, crc16Kermit, crc16Modbus, crc16X25, crc16X25Step, crc16Xmodem } from './crc16.ts';

const DIGITS = new TextEncoder().encode('123456789');

test('the check values of the CRC RevEng catalogue', () => {
  expect(crc16X25(DIGITS)).toBe(0x906e);
  expect(crc16Ibm(DIGITS)).toBe(0xbb3d);
  expect(crc16Kermit(DIGITS)).toBe(0x2189);
  expect(crc16CcittFalse(DIGITS)).toBe(0x29b1);
  expect(crc16Modbus(DIGITS)).toBe(0x4b37);
  expect(crc16Xmodem(DIGITS)).toBe(0x31c3);
});

test('only the given range is included', () => {
  const padded = new Uint8Array([0xff, ...DIGITS, 0xff]);
  expect(crc16X25(padded, 1, 10)).toBe(0x906e);
  expect(crc16Ibm(padded, 1, 10)).toBe(0xbb3d);
});

test('the CRC is the same byte by byte', () => {
  expect(DIGITS.reduce(crc16X25Step, 0xffff) ^ 0xffff).toBe(0x906e);
});
