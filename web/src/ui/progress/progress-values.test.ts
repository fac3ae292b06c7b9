import { expect, test } from 'vitest';
import { progressMax, progressValue } from './progress-values.ts';

test('an invalid maximum falls back to 100', () => {
  for (const invalid of [undefined, null, 0, -5, NaN, Infinity, '50', {}]) expect(progressMax(invalid)).toBe(100);
  expect(progressMax(0.5)).toBe(0.5);
  expect(progressMax(250)).toBe(250);
});

test('the value is held within 0..max', () => {
  expect([-1, 0, 40, 100, 101, NaN].map((value) => progressValue(value, 100))).toEqual([0, 0, 40, 100, 100, 0]);
});
