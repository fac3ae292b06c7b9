import { expect, test } from 'vitest';
import { snap, snapRange } from './snap.ts';

test.each([
  [7, { min: 0, max: 100, step: 5 }, 5],
  [8, { min: 0, max: 100, step: 5 }, 10],
  [-3, { min: 0, max: 100, step: 5 }, 0],
  [250, { min: 0, max: 100, step: 5 }, 100],
  // 100 is not a whole number of steps from 0, so 99 is the last value.
  [100, { min: 0, max: 100, step: 3 }, 99],
  // 0.1 * 3 is 0.30000000000000004 in floating point.
  [0.31, { min: 0, max: 1, step: 0.1 }, 0.3],
])('%d on %o is %d', (value, scale, result) => {
  expect(snap(value, scale)).toBe(result);
});

test('a range has its lower end first', () => {
  expect(snapRange([82, 17], { min: 0, max: 100, step: 10 })).toEqual([20, 80]);
});
