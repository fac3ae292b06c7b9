import { expect, it } from 'vitest';
import { Recent } from './recent.ts';

const NOW = Date.UTC(2026, 0, 1);

it('evicts the oldest entries beyond a number, and beyond a number of characters', () => {
  const few = new Recent<number>(3, Infinity);
  for (const [index, name] of ['a', 'b', 'a', 'c', 'd'].entries()) few.set(name, index, NOW + 1);
  expect(['a', 'b', 'c', 'd'].map((name) => few.get(name, NOW))).toEqual([2, undefined, 3, 4]);
  const short = new Recent<number>(1000, 10);
  for (const name of ['12345', '1234', '1']) short.set(name, 1, NOW + 1);
  expect(short.size).toBe(3);
  short.set('12', 1, NOW + 1);
  expect(short.get('12345', NOW)).toBeUndefined();
  expect(short.size).toBe(3);
  short.set('x'.repeat(11), 1, NOW + 1);
  expect(short.size).toBe(0);
});

it('is empty once the time is over', () => {
  const recent = new Recent<number>(3, Infinity);
  recent.set('a', 1, NOW + 1);
  expect([recent.get('a', NOW), recent.get('a', NOW + 1)]).toEqual([1, undefined]);
});
