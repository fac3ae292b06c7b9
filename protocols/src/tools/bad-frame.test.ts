import { expect, test } from 'vitest';
import type { Message } from '../types.ts';
import { decodeOrFault, NOTHING_DECODED } from './bad-frame.ts';

const report = (time: Date, place = { valid: true, lat: -34.9055, lon: -56.1913 }): Message => ({
  kind: 'report',
  deviceTime: time,
  fix: { time, ...place, altitudeM: null, speedKph: 0, courseDeg: 0 },
  attributes: { alarm: ['sos'] },
});
const values = (message: Message) => decodeOrFault(() => ({ ...NOTHING_DECODED, messages: [message] })).messages[0];

test('a clock that was never set has no time, and the alarm keeps its coordinates', () => {
  for (const time of ['1970-01-01T00:00:00Z', '1980-01-06T00:00:10Z', '2000-01-01T00:00:00Z'].map(
    (text) => new Date(text),
  ))
    expect(values(report(time))).toEqual({
      kind: 'report',
      deviceTime: null,
      fix: null,
      coordinates: { lat: -34.9055, lon: -56.1913 },
      attributes: { alarm: ['sos'] },
    });
});

test('it has no coordinates where the fix is not valid or all zeros', () => {
  for (const place of [
    { valid: false, lat: -34.9055, lon: -56.1913 },
    { valid: true, lat: 0, lon: 0 },
  ])
    expect(values(report(new Date(0), place))).toEqual({
      kind: 'report',
      deviceTime: null,
      fix: null,
      attributes: { alarm: ['sos'] },
    });
});

test('a valid date is passed on however implausible it is', () => {
  for (const time of ['1980-01-07T00:00:00Z', '2000-01-01T00:00:01Z'].map((text) => new Date(text)))
    expect(values(report(time))).toEqual(report(time));
});
