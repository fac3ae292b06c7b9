import { expect, test } from 'vitest';
import { iconScale } from './icon-size.ts';

test('near, with some hundred vehicles, they are drawn in full size', () => {
  expect(iconScale(14, 62)).toBe(1);
  expect(iconScale(14, 500)).toBe(1);
});

test('four times as many are half as large, and none too small to see', () => {
  expect(iconScale(14, 2000)).toBeCloseTo(0.5, 9);
  expect(iconScale(14, 100_000)).toBe(0.45);
});

test('from far away they are smaller', () => {
  expect(iconScale(7, 10)).toBeCloseTo(0.6, 9);
  expect(iconScale(2, 10)).toBeCloseTo(0.6, 9);
});
