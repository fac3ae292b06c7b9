import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { pt60, newReader } from './pt60.ts';
import { bar, comma, FRAMES } from './samples.fixture.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const read = newReader(() => new Date('2026-03-22T10:15:33Z'));
const decode = (bytes: Uint8Array) => pt60.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test.each([FRAMES.place, FRAMES.barPlace])('a position has identity, coordinates and time in both layouts', (bytes) => {
  expect(decode(bytes).identities).toEqual(['356000000000013']);
  expect(first(bytes)?.fix).toMatchObject({ time: TIME, valid: true, lat: -34.9055, lon: -56.1913 });
});

test('heart rate, steps and battery come without a position', () => {
  expect(first(FRAMES.heart)).toMatchObject({
    fix: null,
    deviceTime: TIME,
    attributes: { heartRate: 72, batteryPercent: 86 },
  });
  expect(first(FRAMES.steps)?.attributes).toEqual({ steps: 4321 });
  for (const bytes of [FRAMES.barCells, FRAMES.barLife]) expect(first(bytes)?.fix).toBeNull();
  expect(first(FRAMES.barLife)?.attributes).toEqual({ batteryPercent: 66 });
  expect(decode(FRAMES.wifi)).toMatchObject({ messages: [], replies: [], unknownType: '43' });
  expect(decode(bar('005', '0|66|20260322101530|1|'))).toMatchObject({ replies: [], unknownType: '5' });
});

test('each message is answered in its layout once it is stored', () => {
  const answer = (bytes: Uint8Array) => read(bytes).replies.map((one) => [one.when, textOf(one.bytes)]);
  expect(answer(FRAMES.heart)).toEqual([['stored', '@G#@,V01,38,20260322101533,@R#@']]);
  expect(answer(FRAMES.barLife)).toEqual([['stored', '@B#@|01|004|356000000000013|0|20260322101533|@E#@']]);
  expect(read(FRAMES.login)).toMatchObject({ messages: [{ kind: 'login' }], replies: [] });
});

test('other text and a missing identity are faults', () => {
  const faulty = [
    asciiBytes('@X#@,V01,6,356000000000013,1,@R#@'),
    asciiBytes('@G#@,V01,6,nobody,1,20260322101530,1;1,@R#@'),
  ];
  for (const bytes of faulty) expect(decode(bytes).fault).toBeDefined();
});

test('an unset clock and an unreadable position keep the identity', () => {
  for (const bytes of [comma(6, '00000000000000,1;1,'), comma(6, '20260322101530,1,'), bar('001', '1|55|now|1|1|1|')])
    expect(decode(bytes)).toMatchObject({ identities: ['356000000000013'], messages: [{ fix: null }] });
});

test('a position without a date keeps its coordinates', () => {
  expect(decode(comma(6, '00000000000000,-34.905500;-56.191300,')).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: -34.9055, lon: -56.1913 },
  });
});
