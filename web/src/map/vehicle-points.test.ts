import { expect, test } from 'vitest';
import { createVehicleFrame } from './vehicle-frame.ts';
import { fillPoints } from './vehicle-points.ts';

test('a vehicle in the centre is in the middle of the screen, turned clockwise by its course', () => {
  const frame = createVehicleFrame();
  frame.count = 2;
  frame.positions.set([20, 10, 20.351_562_5, 10]);
  frame.angles.set([-90, 0]);
  frame.icons.set([1, 3]);
  frame.sizes.set([1, 1.25]);
  const points = new Float32Array(10);
  // At zoom 10 the world is 524,288 px wide: 0.3515625 degrees are 512 px.
  const screen = { x: 20 / 360 + 0.5, y: 0.471_911, worldPx: 524_288, width: 800, height: 600 };
  fillPoints(points, frame, screen, 14);
  expect(points[0]).toBeCloseTo(400, 3);
  expect(Array.from(points.slice(2, 5))).toEqual([90, 1, 28]);
  expect(points[5]).toBeCloseTo(912, 2);
  expect(Array.from(points.slice(8, 10))).toEqual([3, 35]);
});
