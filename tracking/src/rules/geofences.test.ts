import { expect, test } from 'vitest';
import { includesFence } from './geofences.ts';

test('a rule concerns its geofences, or any', () => {
  const many = Array.from({ length: 500 }, (_, index) => index * 2);
  expect([
    includesFence(many, 998),
    includesFence(many, 999),
    includesFence([4, 7], 7),
    includesFence([4, 7], 5),
  ]).toEqual([true, false, true, false]);
  expect(includesFence(null, 5)).toBe(true);
  expect(includesFence([], 5)).toBe(false);
});

test('a list of many geofences is scanned once, however many look-ups follow', () => {
  let reads = 0;
  const ids = new Proxy(
    Array.from({ length: 500 }, (_, index) => index),
    {
      get: (target, key, receiver): unknown => {
        reads += 1;
        return Reflect.get(target, key, receiver);
      },
    },
  );
  for (let index = 0; index < 1000; index += 1) includesFence(ids, 1000 + index);
  // The proxy counts one read each of length, index and value per element, and one of the length per look-up.
  expect(reads).toBeLessThan(3 * 500 + 2 * 1000);
});
