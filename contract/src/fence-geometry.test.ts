import { expect, test } from 'vitest';
import { isSmallShape } from './fence-geometry.ts';
import type { FenceShape } from './fence-shape-types.ts';

/** A thousandth of a degree of latitude is 111.2 m; of longitude, 55.6 m at 60 degrees north. */
const place = (lat: number, lon: number) => ({ lat, lon });
const box = (north: number, east: number): FenceShape => ({
  kind: 'polygon',
  rings: [
    [
      place(60, 179.999),
      place(60 + north, 179.999),
      place(60 + north, 179.999 + east - 360),
      place(60, 179.999 + east - 360),
    ],
  ],
});

test.each<[string, FenceShape, boolean]>([
  ['a circle of 300 m', { kind: 'circle', centre: place(0, 0), radiusM: 150 }, true],
  ['a larger one', { kind: 'circle', centre: place(0, 0), radiusM: 151 }, false],
  ['a line across a road', { kind: 'corridor', line: [place(0, 0), place(0.001, 0)], halfWidthM: 20 }, true],
  ['a road, however narrow', { kind: 'corridor', line: [place(0, 0), place(0.1, 0)], halfWidthM: 20 }, false],
  // 289 m by 278 m across the 180th meridian, 278 m by 334 m, 334 m by 278 m.
  ['an area of a gate', box(0.0026, 0.005), true],
  ['an area that is too wide', box(0.0025, 0.006), false],
  ['an area that is too long', box(0.003, 0.005), false],
])('%s', (_what, shape, isSmall) => expect(isSmallShape(shape)).toBe(isSmall));
