import { expect, test } from 'vitest';
import { isWithin } from './lasso.ts';

const corner = (x: number, y: number) => ({ x, y });

// A square of 100 pixels with a notch cut into its right side.
const notched = [
  corner(0, 0),
  corner(100, 0),
  corner(100, 40),
  corner(50, 50),
  corner(100, 60),
  corner(100, 100),
  corner(0, 100),
];

test.each([
  [10, 10, true],
  [40, 50, true],
  [90, 20, true],
  [90, 50, false],
  [110, 50, false],
  [-1, 50, false],
])('%i, %i within a notched square: %s', (x, y, inside) => {
  expect(isWithin(notched, corner(x, y))).toBe(inside);
});

test('a line or a click contains nothing', () => {
  expect([isWithin([], corner(0, 0)), isWithin([corner(0, 0), corner(9, 9)], corner(4, 4))]).toEqual([false, false]);
});
