import { expect, test } from 'vitest';
import { fixIfAny, fixOf } from './fix.ts';

const TOLD = { time: new Date('2026-03-22T10:15:30Z'), valid: true, lat: -90, lon: 180, courseDeg: -90 };

test('a fix is held against what can be: a fault, or none where the record is kept all the same', () => {
  expect(fixOf(TOLD)).toEqual({ ...TOLD, courseDeg: 270, altitudeM: null, speedKph: 0 });
  expect(fixIfAny(TOLD)).toEqual(fixOf(TOLD));
  for (const wrong of [{ lat: 90.1 }, { lon: -181 }, { lat: Number.NaN }, { speedKph: -1 }, { speedKph: Infinity }]) {
    expect(() => fixOf({ ...TOLD, ...wrong })).toThrow('there is no');
    expect(fixIfAny({ ...TOLD, ...wrong })).toBeNull();
  }
});
