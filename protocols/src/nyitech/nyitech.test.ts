import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newNyitechFramer, nyitech, sum } from './nyitech.ts';
import { frame, FRAMES, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => nyitech.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a login has identity, coordinates, time, altitude, speed and course', () => {
  expect(decode(FRAMES.login)).toMatchObject({ identities: ['2GQ-16000013'], replies: [] });
  const fix = first(FRAMES.login)?.fix;
  expect(fix).toMatchObject({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    altitudeM: -12.5,
    courseDeg: 87.5,
  });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  // The frame contains 11.11 m/s.
  expect(fix?.speedKph).toBeCloseTo(39.996, 6);
});

test('live, buffered and scheduled messages have their position at different offsets', () => {
  const live = first(FRAMES.live)?.fix;
  expect([live?.lat, live?.lon]).toEqual([expect.closeTo(34.9055, 6), expect.closeTo(56.1913, 6)]);
  expect(first(FRAMES.history)).toMatchObject({ fix: { valid: true }, attributes: { archived: true } });
  expect(first(FRAMES.fixed)?.fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: false });
  expect(decode(FRAMES.unplaced)).toEqual({ identities: ['2GQ-16000013'], messages: [], replies: [] });
});

test('documented alarms are reported', () => {
  expect(first(FRAMES.alarm)).toMatchObject({
    fix: { valid: true },
    attributes: { event: 10, alarm: ['hardBraking'] },
  });
  const other = first(frame('0320', `0100 01 0c 0000 0000 16031a0a0f20 ${POSITION}`));
  expect(other?.attributes).toEqual({ event: 12 });
});

test('the checksum is a CRC from the lowest bit with a polynomial that is not reflected', () => {
  // By hand: 0xff01, then by eight shifts 0xff85, 0xffc7, 0xffe6, 0x7ff3, 0xbffc, 0x5ffe, 0x2fff, 0x97fa.
  expect(sum(Uint8Array.of(0xfe), 1)).toBe(0x97fa);
});

test('a stream is framed by length', () => {
  const framer = newNyitechFramer();
  const garbage = asciiBytes('@x@@');
  expect(framer.push(concat(garbage, FRAMES.login, FRAMES.alarm))).toEqual([FRAMES.login, FRAMES.alarm]);
  expect(framer.garbageBytes).toBe(garbage.length);
});

test('a wrong checksum or length, a missing identity, a truncated message, and an invalid day are faults', () => {
  const wrong = [
    FRAMES.login.with(20, 99),
    concat(FRAMES.login.subarray(0, 30), FRAMES.login.subarray(31)),
    frame('0110', POSITION, '            '),
    frame('0110', POSITION.slice(0, -2)),
    frame('0110', POSITION.replace('1603', '2003')),
    asciiBytes('@@'),
  ];
  for (const each of wrong) expect(decode(each).fault).toBeDefined();
});

test('an invalid position does not lose the alarm', () => {
  const sos = frame('0320', `0100 01 0e 0000 0000 16031a0a0f20 ${POSITION.replace('1603', '2003')}`);
  expect(first(sos)).toMatchObject({ fix: null, attributes: { event: 14, alarm: ['sos'] } });
  const never = POSITION.replace('03 986a7d07 28ae0e0c', '00 00000000 00000000');
  expect(decode(frame('0420', `16031a0a0f20 ${never}`)).messages).toEqual([]);
});

test.each([
  ['09', 'hardAcceleration'],
  ['0b', 'hardCornering'],
])('alarm %s is %s', (code, alarm) => {
  expect(first(frame('0320', `0100 01 ${code} 0000 0000 16031a0a0f20 ${POSITION}`))?.attributes.alarm).toEqual([alarm]);
});

test.each([
  ['03', [-1, -1]],
  ['07', [1, -1]],
  ['0b', [-1, 1]],
  ['0e', [1, 1]],
])('with flags %s the hemispheres are %o', (flags, sides) => {
  const fix = first(frame('0110', POSITION.replace(' 03 ', ` ${flags} `)))?.fix;
  expect([fix?.valid, Math.sign(fix?.lat ?? 0), Math.sign(fix?.lon ?? 0)]).toEqual([true, ...sides]);
});
