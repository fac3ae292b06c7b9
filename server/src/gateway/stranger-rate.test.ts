import { expect, test } from 'vitest';
import { StrangerRate } from './stranger-rate.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const MB = 1024 * 1024;

test('one network is read at 1.5 MB a second, all together at 3', () => {
  const rate = new StrangerRate();
  rate.wait('a', 0.15 * MB, NOON);
  expect(rate.wait('a', 1.5 * MB, NOON)).toBe(1000);
  expect(rate.wait('b', 0.15 * MB, NOON)).toBe(500);
  expect(rate.wait('a', 0, NOON + 1000)).toBe(0);
});

test('who owes more than five seconds is refused; others are not', () => {
  const rate = new StrangerRate();
  rate.wait('a', 9 * MB, NOON);
  expect(rate.exhausted('a', NOON)).toBe(true);
  expect(rate.wait('a', 1, NOON)).toBeNull();
  expect(rate.exhausted('b', NOON)).toBe(false);
  expect(rate.wait('b', 1, NOON)).toBeGreaterThan(0);
  expect(rate.exhausted('a', NOON + 2000)).toBe(false);
});

test('datagrams, which cannot wait, are let in while there is room', () => {
  const rate = new StrangerRate();
  const allowed = Array.from({ length: 20 }, () => rate.allow('a', 32_768, NOON)).filter(Boolean).length;
  // A tenth of a second of 1.5 MB is 4.8 of them: the fifth uses up what is there, and more.
  expect(allowed).toBe(5);
  expect(rate.allow('b', 32_768, NOON)).toBe(true);
  expect(rate.allow('a', 32_768, NOON + 1000)).toBe(true);
});

test('what takes longer than its bytes explain counts for more', () => {
  const rate = new StrangerRate();
  rate.wait('a', 100, NOON);
  for (let count = 0; count < 10; count++) rate.took('a', 100, 21, NOON);
  // 20 ms each at 20 kB/ms: 4 MB less the tenth of a second that was there.
  expect(rate.wait('a', 0, NOON)).toBeGreaterThan(2400);
  expect(rate.wait('a', 0, NOON)).toBeLessThan(2600);
});
