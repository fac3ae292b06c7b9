import { describe, expect, test } from 'vitest';
import { driverTag, driverTagOfDecimal } from './driver-tag.ts';

// Family 01, serial number 33 C1 5B A8 00 00, checksum F9 (Maxim application note 27, by hand).
const KEY = '0133C15BA80000';

describe('a driver key', () => {
  test.each([
    ['as it is written in the key', '0133C15BA80000F9'],
    ['reversed', 'F90000A85BC13301'],
    ['in small letters with separators', 'f9:00:00:a8:5b:c1:33:01'],
    ['as programmers write it', '0x0133C15BA80000F9'],
    ['without its checksum', '0133C15BA80000'],
    ['without its checksum, reversed', '0000A85BC13301'],
    ['without its leading zero', '133C15BA80000'],
    ['without its family', '33C15BA80000F9'],
    ['without its family, reversed', 'F90000A85BC133'],
    ['its serial number alone', '33C15BA80000'],
    ['its serial number alone, reversed', '0000A85BC133'],
    ['as a decimal number', String(0x0133_c15b_a800_00f9n)],
    ['as a decimal number, reversed', String(0xf900_00a8_5bc1_3301n)],
    ['as a decimal number without its checksum', String(0x01_33c1_5ba8_0000n)],
  ])('%s is the same: %s', (_, text) => {
    expect(driverTag(text)).toBe(KEY);
  });

  test('is the same when its serial number is read off in decimal', () => {
    expect(driverTagOfDecimal(String(0xa85b_c133))).toBe(KEY);
    expect(driverTagOfDecimal('A85BC133')).toBe('A85BC133');
  });

  test('with another checksum is another tag', () => {
    expect(driverTag('0133C15BA80000F8')).toBe('0133C15BA80000F8');
  });
});

test.each(['', '0012345678', '12AB34CD', 'JOHN', '0000000000000000', '000000000000', '6007643100500'])(
  'a non-key stays unchanged: %j',
  (text) => {
    expect(driverTag(text)).toBe(text);
  },
);
