import { expect, test } from 'vitest';
import { createOperationTimer } from './operation-times.ts';

const MINUTE_MS = 60_000;

test('lists the operations with the longest calls, with count and mean', () => {
  const times = createOperationTimer(() => 0);
  times.note('get-trips', 10, 200);
  times.note('get-trips', 90, 200);
  times.note('get-setup', 20, 200);
  times.note('get-vehicles', 500, 200);
  expect(times.slowest(2)).toEqual([
    { operation: 'get-vehicles', calls: 1, meanMs: 500, maxMs: 500 },
    { operation: 'get-trips', calls: 2, meanMs: 50, maxMs: 90 },
  ]);
});

test('leaves out calls of more than an hour ago', () => {
  let at = 0;
  const times = createOperationTimer(() => at);
  times.note('get-trips', 9000, 200);
  at = 30 * MINUTE_MS;
  times.note('get-setup', 20, 200);
  expect(times.slowest(9).map(({ operation }) => operation)).toEqual(['get-trips', 'get-setup']);
  at = 61 * MINUTE_MS;
  expect(times.slowest(9).map(({ operation }) => operation)).toEqual(['get-setup']);
});
