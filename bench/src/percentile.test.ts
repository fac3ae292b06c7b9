import { expect, it } from 'vitest';
import { percentile } from './percentile.ts';

it('takes the nearest rank', () => {
  const sorted = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(percentile(sorted, 0.5)).toBe(100);
  expect(percentile(sorted, 0.99)).toBe(198);
  expect(percentile(sorted, 1)).toBe(200);
  expect(percentile([7], 0.01)).toBe(7);
  expect(percentile([], 0.5)).toBeNull();
});
