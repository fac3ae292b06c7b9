import { expect, test } from 'vitest';
import { ByteReader, concat, FrameTooShort, fromHex, toHex } from './bytes.ts';

test('numbers are read in the order and width asked for', () => {
  const reader = new ByteReader(new Uint8Array([0xff, 0x01, 0x02, 0xff, 0xfe, 0, 0, 1, 0x80, 0, 0, 0, 1, 2, 3, 4, 5]));
  expect(reader.i8()).toBe(-1);
  expect(reader.u16()).toBe(0x0102);
  expect(reader.i16()).toBe(-2);
  expect(reader.u24()).toBe(1);
  expect(reader.i32()).toBe(-2147483648);
  expect(reader.u16le()).toBe(0x0201);
  expect(reader.readUint(3)).toBe(0x030405);
  expect(reader.remaining).toBe(0);
});

test('little-endian numbers may be signed or floating-point', () => {
  const reader = new ByteReader(new Uint8Array([0xfe, 0xff, 0xfd, 0xff, 0xff, 0xff, 0, 0, 0xc0, 0xbf]));
  expect([reader.i16le(), reader.i32le(), reader.f32le()]).toEqual([-2, -3, -1.5]);
});

test('a read past the end throws and does not move', () => {
  const reader = new ByteReader(new Uint8Array([1, 2, 3, 4]), 1, 3);
  expect(() => reader.u24()).toThrow(FrameTooShort);
  expect(reader.u16()).toBe(0x0203);
  expect(reader.peek()).toBeUndefined();
  expect(() => reader.u8()).toThrow('1 bytes wanted, 0 left');
});

test('a reader over a part of a larger buffer sees only that part', () => {
  const part = new Uint8Array([9, 9, 0xab, 0xcd, 9]).subarray(2, 4);
  expect(new ByteReader(part).u16()).toBe(0xabcd);
  expect(new ByteReader(part).hex(2)).toBe('abcd');
});

test('hexadecimal text converts both ways and invalid text is refused', () => {
  expect(toHex(new Uint8Array([0, 0x0f, 0xff]))).toBe('000fff');
  // Long texts are built in another way.
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(toHex(all)).toBe(Array.from(all, (byte) => toHex(Uint8Array.of(byte))).join(''));
  expect(fromHex(toHex(all))).toEqual(all);
  expect(fromHex('000FfF')).toEqual(new Uint8Array([0, 15, 255]));
  expect(fromHex('0')).toBeNull();
  expect(fromHex('0g')).toBeNull();
});

test('concat keeps the order', () => {
  expect(concat(new Uint8Array([1]), new Uint8Array(0), new Uint8Array([2, 3]))).toEqual(new Uint8Array([1, 2, 3]));
});
