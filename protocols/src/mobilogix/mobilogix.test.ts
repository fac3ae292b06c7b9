import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { mobilogix, read } from './mobilogix.ts';
import { FRAMES, message, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => mobilogix.newDecoder('tcp').decode(bytes);
const answer = (bytes: Uint8Array) => {
  const [reply] = decode(bytes).replies;
  return reply && [reply.when, textOf(reply.bytes)];
};

test('a position has coordinates, time, signal and switches', () => {
  const decoded = read(FRAMES.position);
  expect(decoded.identities).toEqual(['201900000013']);
  expect(decoded.messages[0]?.fix).toEqual({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: null,
    speedKph: 40,
    courseDeg: 87,
  });
  // 0x3f: bits 1, 2 and 3 are on; the second digit of 991 is 9: 6 × 9 - 111.
  expect(decoded.messages[0]?.attributes).toEqual({
    event: 3,
    status: 63,
    charging: true,
    ignition: true,
    motion: true,
    batteryV: 12.18,
    satellites: 9,
    rssi: -57,
  });
});

test('a state has no position', () => {
  expect(decode(FRAMES.state).messages[0]).toMatchObject({
    fix: null,
    deviceTime: new Date('2026-03-22T10:15:30Z'),
    attributes: { charging: true, ignition: false, motion: false, batteryV: 12.18 },
  });
});

test.each([
  ['T8', 'lowBattery'],
  ['T9', 'vibration'],
  ['T10', 'powerCut'],
  ['T11', 'lowPower'],
  ['T12', 'geofenceExit'],
  ['T13', 'overspeed'],
  ['T15', 'tow'],
])('%s raises %s', (type, alarm) => {
  expect(decode(message(type, POSITION)).messages[0]?.attributes.alarm).toEqual([alarm]);
});

test('a buffered message is marked so, and its position may be an old one', () => {
  const [buffered] = decode(FRAMES.archived).messages;
  expect(buffered).toMatchObject({ attributes: { archived: true, alarm: ['powerCut'], charging: false } });
});

test('a login is answered at once, the rest once it is stored', () => {
  expect(answer(FRAMES.login)).toEqual(['now', '[2026-03-22 10:15:30,S1,1]']);
  expect(answer(FRAMES.position)).toEqual(['stored', '[2026-03-22 10:15:30,S3]']);
});

test('a non-message is a fault', () => {
  for (const text of ['[2026-03-22 10:15:30]', 'T3', '[now,T3,1,V,1]'])
    expect(decode(asciiBytes(text)).fault).toBeDefined();
});
