import { expect, test } from 'vitest';
import { toHex } from '../tools/bytes.ts';
import { newGt06Decoder } from './decoder.ts';
import { bytes, CELL, decodeOne, FIX, frame } from './frames.fixture.ts';

test('the login of the GT06 manual: identity without the leading zero, answered at once', () => {
  // Manual 5.1.1: terminal 123456789012345, serial number 1; the answer is in 5.1.2.
  const login = newGt06Decoder().decode(bytes('78780d01012345678901234500018cdd0d0a'));
  expect(login.identities).toEqual(['123456789012345']);
  expect(login.messages).toEqual([{ kind: 'login', deviceTime: null, fix: null, attributes: {} }]);
  expect(login.replies.map(({ when, bytes: sent }) => [when, toHex(sent)])).toEqual([['now', '787805010001d9dc0d0a']]);
});

test('a number of 16 digits is offered whole and without its first digit', () => {
  expect(decodeOne(0x01, '9123456789012345').identities).toEqual(['9123456789012345', '123456789012345']);
});

test('a login without decimal digits is a fault, not an identity', () => {
  const login = decodeOne(0x01, '012345678901234f');
  expect(login.fault).toBe('login without an IMEI');
  expect(login.identities).toEqual([]);
  expect(login.replies).toEqual([]);
});

test('the time zone of the login shifts the times that follow', () => {
  // 0x3200 = 800 << 4: GMT+8:00; 0x1f48 = 500 << 4 | 8: west, GMT-5:00; 0x2260 = 550 << 4: GMT+5:50, as the manual counts.
  for (const [zone, utc] of [
    ['3200', '2024-03-15T00:30:45.000Z'],
    ['1f48', '2024-03-15T13:30:45.000Z'],
    ['0000', '2024-03-15T08:30:45.000Z'],
  ]) {
    const decoder = newGt06Decoder();
    decoder.decode(frame(0x01, `0123456789012345 0001 ${zone}`));
    const { messages } = decoder.decode(frame(0x12, `${FIX}${CELL}`));
    expect(messages[0]?.fix?.time.toISOString()).toBe(utc);
    expect(messages[0]?.deviceTime?.toISOString()).toBe(utc);
  }
});

test('two conversations are independent', () => {
  const first = newGt06Decoder();
  first.decode(frame(0x01, '0123456789012345 0001 3200'));
  const other = newGt06Decoder().decode(frame(0x12, `${FIX}${CELL}`));
  expect(other.messages[0]?.fix?.time.toISOString()).toBe('2024-03-15T08:30:45.000Z');
});

test('a frame with a wrong CRC is still decoded', () => {
  const broken = frame(0x13, '4606040002');
  broken[broken.length - 4] = (broken.at(-4) ?? 0) ^ 0xff;
  expect(newGt06Decoder().decode(broken).messages[0]?.attributes.ignition).toBe(true);
});

test('a non-frame is a fault without anything else', () => {
  for (const none of ['', '78', '7878', '7879 05 01', '1234567890', '7878 0d 0a']) {
    const { fault, messages, identities, replies } = newGt06Decoder().decode(bytes(none));
    expect([none, fault !== undefined, messages, identities, replies]).toEqual([none, true, [], [], []]);
  }
});

test('a truncated frame is a fault that names the kind', () => {
  expect(decodeOne(0x22, '18030f081e').fault).toMatch(/^type 0x22: frame too short/);
});
