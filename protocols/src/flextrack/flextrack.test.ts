import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { flextrack } from './flextrack.ts';
import { FRAMES, report } from './samples.fixture.ts';

const TIME = new Date('2026-03-22T10:15:30Z');
const decode = (bytes: Uint8Array) => flextrack.newDecoder('tcp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const answer = (bytes: Uint8Array) => decode(bytes).replies.map((one) => [one.when, textOf(one.bytes)]);

test('a position has identity, coordinates, time, speed, voltage and signal', () => {
  expect(decode(FRAMES.place).identities).toEqual(['7000000013']);
  const fix = first(FRAMES.place)?.fix;
  expect(fix).toMatchObject({ time: TIME, valid: true, altitudeM: null, speedKph: 40, courseDeg: 87 });
  // The frame contains 34°54.33' south and 56°11.478' west.
  expect(fix?.lat).toBeCloseTo(-34.9055, 9);
  expect(fix?.lon).toBeCloseTo(-56.1913, 9);
  expect(first(FRAMES.place)?.attributes).toEqual({
    satellites: 9,
    batteryV: 3.934,
    rssi: -81,
    status: '01A8',
    hdop: 5.5,
  });
});

test('zeros without satellites are not a position', () => {
  expect(first(FRAMES.blind)).toMatchObject({ fix: null, deviceTime: TIME, attributes: { batteryV: 4.129 } });
});

test('a position without satellites is the last known one', () => {
  const last = report('S34.54.3300,W056.11.4780,0,87,0,3934,-81,01A8,74801,12,99');
  expect(first(last)?.fix).toMatchObject({ valid: false, courseDeg: 87 });
});

test('a login has unit and SIM card', () => {
  expect(decode(FRAMES.login).identities).toEqual(['7000000013', '89598000000000000018']);
  expect(first(FRAMES.login)?.kind).toBe('login');
});

test('a login is answered at once, a position once it is stored, with their numbers', () => {
  expect(answer(FRAMES.login)).toEqual([['now', '-1,ACK\r']]);
  expect(answer(FRAMES.place)).toEqual([['stored', '-2,ACK\r']]);
});

test('a login without a card is accepted', () => {
  const login = decode(asciiBytes('-1,LOGON,7000000013,\r'));
  expect([login.identities, login.messages[0]?.kind, login.replies.length]).toEqual([['7000000013'], 'login', 1]);
});

const STATE = '40,87,9,3934,-81,01A8,74801,12,55';

test.each([
  ['a clock that was never set', report(`S34.54.3300,W056.11.4780,${STATE}`, '00000000,000000'), null],
  ['a day that there is not', report(`S34.54.3300,W056.11.4780,${STATE}`, '20260232,101530'), null],
  ['a place that is not on earth', report(`S94.54.3300,W056.11.4780,${STATE}`), TIME],
])('%s is not a position, but is reported and answered, or it would be sent forever', (_, bytes, deviceTime) => {
  expect(first(bytes)).toMatchObject({ kind: 'report', fix: null, deviceTime, attributes: { batteryV: 3.934 } });
  expect(answer(bytes)).toEqual([['stored', '-2,ACK\r']]);
});

test('a missing identity and a missing number are faults', () => {
  const wrong = [
    report(`S34.54.3300,W056.11.4780,${STATE}`, '20260322,101530', 'me'),
    asciiBytes('x,LOGON,7000000013,8945000000\r'),
  ];
  for (const bytes of wrong) expect(decode(bytes).fault).toBeDefined();
});

test('invalid degrees, no time and a truncated message only lose themselves and are acknowledged', () => {
  expect(decode(report('S34.54.3300,W056.11.4780,40'))).toMatchObject({
    identities: ['7000000013'],
    messages: [{ kind: 'report' }],
    replies: [{ when: 'stored' }],
  });
  expect(decode(report(`S34.5,W056.11.4780,${STATE}`)).messages[0]).toMatchObject({ fix: null });
  expect(decode(report(`S34.54.3300,W056.11.4780,${STATE}`, 'now,then')).messages[0]).toMatchObject({
    deviceTime: null,
    fix: null,
    coordinates: { lat: expect.closeTo(-34.9055, 6) },
  });
});

test('an unknown message is neither read nor answered', () => {
  expect(decode(asciiBytes('-1,HELLO,7000000013\r'))).toMatchObject({
    unknownType: 'HELLO',
    messages: [],
    replies: [],
  });
});
