import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

test('refills steadily up to its maximum, from a clock that begins at zero, too', () => {
  const bucket = new TokenBucket({ perSecond: 10, most: 20 });
  expect(bucket.take(30, 0)).toBe(1000);
  expect(bucket.owed(500)).toBe(500);
  expect(bucket.isSpent(1000)).toBe(true);
  expect(bucket.isSpent(1100)).toBe(false);
  expect(bucket.isFull(2999)).toBe(false);
  expect(bucket.isFull(3000)).toBe(true);
  expect(bucket.allow(21, 60_000)).toBe(true);
  expect(bucket.allow(1, 60_000)).toBe(false);
});

test('forgives what is taken beyond the largest debt', () => {
  const bucket = new TokenBucket({ perSecond: 10, most: 20, mostDebt: 5 });
  expect(bucket.take(1_000_000, 1000)).toBe(500);
});
