import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('the ceiling doubles from 0.5 s and stays at 30 s', () => {
  const almostOne = 1 - 1e-9;
  expect([0, 1, 2, 3, 4, 5].map((attempt) => backoffMs(attempt, almostOne))).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000,
  ]);
  expect(backoffMs(6, almostOne)).toBe(30_000);
  expect(backoffMs(5000, almostOne)).toBe(30_000);
});

test('the jitter is full: any wait from none to the ceiling', () => {
  expect(backoffMs(3, 0)).toBe(0);
  expect(backoffMs(3, 0.25)).toBe(1000);
});
