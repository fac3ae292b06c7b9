import { expect, test } from 'vitest';
import { bearingDeg } from './bearing.ts';

const origin = { lat: 0, lon: 0 };

test.each([
  [{ lat: 1, lon: 0 }, 0],
  [{ lat: 0, lon: 1 }, 90],
  [{ lat: -1, lon: 0 }, 180],
  [{ lat: 0, lon: -1 }, 270],
])('from the equator to %o', (to, degrees) => {
  expect(bearingDeg(origin, to)).toBeCloseTo(degrees, 9);
});

test('over the 180th meridian by the short way', () => {
  expect(bearingDeg({ lat: 0, lon: 179 }, { lat: 0, lon: -179 })).toBeCloseTo(90, 9);
});
