import { expect, test } from 'vitest';
import { belowNorth } from './below-north.ts';

// At the equator and zoom 0 a degree is 512 / 360 px, and nearly so in its vicinity.
const PX = 512 / 360;
const view = { lat: 0, zoom: 0, height: 20 * PX, top: 2 * PX };

test('a map that shows nothing beyond the edge does not move', () => {
  expect(belowNorth(view, 11, 5)).toBe(0);
});

test('one that does goes south until the edge is at its top', () => {
  expect(belowNorth(view, 7, 2)).toBeCloseTo(-3, 1);
});

test('it moves only as far as the required points stay visible', () => {
  expect(belowNorth(view, 7, 7)).toBeCloseTo(-1, 1);
  expect(belowNorth(view, 7, 9)).toBe(0);
});
