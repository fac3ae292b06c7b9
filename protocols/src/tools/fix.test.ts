import { describe, expect, it, test } from 'vitest';
import { fixIfAny, fixOf, timed, timeIfAny } from './fix.ts';
import { dayFirst, utc } from './units.ts';

const REPORTED = { time: new Date('2026-03-22T10:15:30Z'), valid: true, lat: -90, lon: 180, courseDeg: -90 };

test('a fix is checked against possible values: a fault, or none where the record is kept anyway', () => {
  expect(fixOf(REPORTED)).toEqual({ ...REPORTED, courseDeg: 270, altitudeM: null, speedKph: 0 });
  expect(fixIfAny(REPORTED)).toEqual(fixOf(REPORTED));
  for (const wrong of [{ lat: 90.1 }, { lon: -181 }, { lat: Number.NaN }, { speedKph: -1 }, { speedKph: Infinity }]) {
    expect(() => fixOf({ ...REPORTED, ...wrong })).toThrow('there is no');
    expect(fixIfAny({ ...REPORTED, ...wrong })).toBeNull();
  }
});

describe('a message whose time may be unusable', () => {
  const place = { valid: true, lat: 12.97, lon: 77.59, speedKph: 3 };
  const time = new Date('2026-03-02T08:00:00Z');

  it('has no time for zeros, invalid digits and counters never set, and keeps wrong dates', () => {
    expect(timeIfAny(() => dayFirst('000000', '000000'))).toBeNull();
    expect(timeIfAny(() => dayFirst('FFFFFF', '120000'))).toBeNull();
    expect(timeIfAny(() => new Date(Number.NaN))).toBeNull();
    expect(timeIfAny(() => new Date(0))).toBeNull();
    expect(timeIfAny(() => utc(1980, 1, 6, 0, 0, 17))).toBeNull();
    expect(timeIfAny(() => dayFirst('010109', '000019'))).toEqual(new Date('2009-01-01T00:00:19Z'));
  });

  it('has a fix with a time, and coordinates without one', () => {
    expect(timed(time, place)).toMatchObject({ deviceTime: time, fix: { time, lat: 12.97, lon: 77.59, speedKph: 3 } });
    expect(timed(null, place)).toEqual({ deviceTime: null, fix: null, coordinates: { lat: 12.97, lon: 77.59 } });
  });

  it('has neither for zeros without a fix, coordinates out of range, and no coordinates', () => {
    for (const none of [{ valid: false, lat: 0, lon: 0 }, { ...place, lat: 91 }, { ...place, lat: Number.NaN }, null]) {
      expect(timed(time, none)).toEqual({ deviceTime: time, fix: null });
      expect(timed(null, none)).toEqual({ deviceTime: null, fix: null });
    }
    expect(timed(null, { ...place, valid: false })).toEqual({ deviceTime: null, fix: null });
  });
});
