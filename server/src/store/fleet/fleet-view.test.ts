import { expect, test } from 'vitest';
import { viewOf } from './fleet-view.ts';

test('a view fits a box in a map of some 820 by 610 pixels', () => {
  // 45 degrees are an eighth of the world: 1.6 tiles contain it at zoom log2(1.6 * 8) = 3.67.
  expect(viewOf({ west: 10, east: 55, south: -1, north: 1 })).toEqual([32.5, 0, 3.6]);
  expect(viewOf({ west: 11.5, east: 11.5, south: 48, north: 48 })).toEqual([11.5, 48, 13]);
});

test('a box that spans the world is shown completely, centred in map units instead of degrees', () => {
  const [lon, lat, zoom] = viewOf({ west: -179, east: 179, south: -30, north: 70 });
  expect([lon, zoom]).toEqual([0, 0.6]);
  // Centred in degrees, the latitude would be 20.
  expect(lat).toBeGreaterThan(30);
  expect(lat).toBeLessThan(40);
});
