import { assert, double, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { centreOf, place } from './crop.ts';

const WIDE = { width: 800, height: 400 };

test('at the smallest zoom the shorter side fills the window', () => {
  // 400 px become 200: half the scale; 800 become 400, of which the middle 200 are visible.
  expect(place(WIDE, 200, 1, { x: 0.5, y: 0.5 })).toEqual({ scale: 0.5, x: -100, y: 0 });
});

test('a zoom of two shows half as much, around the same point', () => {
  expect(place(WIDE, 200, 2, { x: 0.5, y: 0.5 })).toEqual({ scale: 1, x: -300, y: -100 });
});

test('the window never shows more than the picture', () => {
  expect(place(WIDE, 200, 1, { x: 0, y: 0 })).toEqual({ scale: 0.5, x: 0, y: 0 });
  const side = integer({ min: 10, max: 4000 });
  const part = double({ min: -1, max: 2, noNaN: true });
  assert(
    property(side, side, double({ min: 0, max: 5, noNaN: true }), part, part, (width, height, zoom, x, y) => {
      const placing = place({ width, height }, 256, zoom, { x, y });
      expect(placing.x).toBeLessThanOrEqual(0);
      expect(placing.y).toBeLessThanOrEqual(0);
      expect(placing.x + width * placing.scale).toBeGreaterThanOrEqual(256 - 1e-6);
      expect(placing.y + height * placing.scale).toBeGreaterThanOrEqual(256 - 1e-6);
    }),
  );
});

test('the point in the centre is recovered', () => {
  const placing = place(WIDE, 200, 2, { x: 0.4, y: 0.6 });
  const found = centreOf(WIDE, 200, placing);
  expect(found.x).toBeCloseTo(0.4);
  expect(found.y).toBeCloseTo(0.6);
});
