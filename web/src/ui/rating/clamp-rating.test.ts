import { expect, test } from 'vitest';
import { clampRating, RATING_DEFAULTS } from './clamp-rating.ts';

test('there are 10 stars', () => {
  expect(RATING_DEFAULTS.max).toBe(10);
});

test('a rating is held within 0..max', () => {
  expect([-1, 0, 4.5, 10, 11].map((rating) => clampRating(rating))).toEqual([0, 0, 4.5, 10, 10]);
  expect(clampRating(7, 5)).toBe(5);
  expect(clampRating(NaN)).toBe(0);
});
