import { expect, test } from 'vitest';
import type { HttpFrame } from '../types.ts';
import { pathaway } from './pathaway.ts';
import { at, location, REQUESTS } from './requests.fixture.ts';

const decode = (request: HttpFrame) => pathaway.decode(request, new Date('2026-03-22T10:16:00Z'));

test('a location has identity, coordinates and time, in feet and knots', () => {
  const { identities, messages, reply } = decode(REQUESTS[0]);
  expect([identities, reply]).toEqual([['roger'], { status: 200, body: '' }]);
  expect(messages[0]?.fix).toEqual({
    time: new Date('2026-03-22T10:15:30.500Z'),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    // The frame contains 100 feet, 21.6 knots.
    altitudeM: expect.closeTo(30.48, 9),
    speedKph: expect.closeTo(40.0032, 9),
    courseDeg: 87.5,
  });
});

test('a form body is read like the URL; altitude and course may be missing', () => {
  expect(decode(REQUESTS[1])).toMatchObject({
    identities: ['roger'],
    messages: [{ fix: { altitudeM: null, speedKph: 0, courseDeg: 0 } }],
  });
});

test.each([
  ['nobody', { ...at(''), url: '/?LOC=$PWS' }, 'UserName is missing'],
  ['no location', at('1,2'), 'LOC'],
  ['a location that ends early', at(location('101530')), 'ends'],
  ['a place that there is not', at(location('101530,-94.9,-56.1,,0,-1')), 'out of range'],
  ['a day that there is not', at(location('101530,-34.9,-56.1,,0,-1').replace('220326', '320326')), 'there is no'],
])('%s is refused', (_, request, reason) => {
  expect(decode(request)).toMatchObject({ reply: { status: 400 }, fault: expect.stringContaining(reason) });
});
