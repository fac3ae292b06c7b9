import { expect, test } from 'vitest';
import { opengts } from './opengts.ts';
import { REQUESTS, RMC } from './requests.fixture.ts';

const NOW = new Date('2026-03-22T10:16:00Z');
const get = (url: string) => opengts.decode({ method: 'GET', url, headers: {}, body: '' }, NOW);

test('a request has identity, coordinates, time, altitude, battery and status code', () => {
  const { identities, messages, reply } = opengts.decode(REQUESTS[0], NOW);
  expect([identities, reply]).toEqual([['my-phone'], { status: 200, body: '' }]);
  expect(messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      fix: {
        time: new Date('2026-03-22T10:15:30Z'),
        valid: true,
        lat: expect.closeTo(-34.9055, 9),
        lon: expect.closeTo(-56.1913, 9),
        altitudeM: 160.5,
        // The frame contains 21.6 knots.
        speedKph: expect.closeTo(40.0032, 9),
        courseDeg: 87.5,
      },
      attributes: { batteryPercent: 57, event: '0xF020' },
    },
  ]);
});

test('a form body is read like the URL; account and device are an identity too', () => {
  expect(opengts.decode(REQUESTS[1], NOW)).toMatchObject({
    identities: ['account/van-3'],
    messages: [{ fix: { lat: expect.closeTo(-34.9055, 9) } }],
  });
});

test('a battery of 0 means unknown', () => {
  expect(get(`/gprmc/Data?id=1&batt=0&gprmc=${RMC}`).messages[0]?.attributes).toEqual({});
});

test.each([
  ['0xF841', 'sos'],
  ['0xF118', 'idle'],
  ['0xF847', 'general'],
  ['0xFD13', 'powerCut'],
  ['0xFD15', 'powerRestored'],
  ['0xf11a', 'overspeed'],
  ['0xFD10', 'lowBattery'],
  ['0xF871', 'tow'],
])('the status code %s raises %s', (code, alarm) => {
  expect(get(`/?id=1&code=${code}&gprmc=${RMC}`).messages[0]?.attributes).toEqual({ event: code, alarm: [alarm] });
});

test('a receiver without a fix has no position, nor has an app at zero degrees', () => {
  expect(get('/?id=1&gprmc=$GPRMC,101530,V,,,,,,,220326,,*2F').messages[0]?.fix).toBeNull();
  const zero = '$GPRMC,101530,A,0000.00000,N,00000.00000,E,0.0,0.0,220326,,';
  expect(get(`/?id=1&gprmc=${zero}`).messages[0]?.fix).toBeNull();
});

test.each([
  ['nobody', `/?gprmc=${RMC}`, 'id is missing'],
  ['no sentence', '/?id=1', 'gprmc'],
  ['a sentence that ends early', '/?id=1&gprmc=$GPRMC,101530,A', 'ends'],
])('%s is refused', (_, url, reason) => {
  expect(get(url)).toMatchObject({ reply: { status: 400 }, fault: expect.stringContaining(reason) });
});
