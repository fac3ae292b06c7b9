import { expect, test } from 'vitest';
import { CAROUSEL_DEFAULTS, slideAfter } from './slides.ts';

test('turns every 5000 ms, goes round, heeds the keyboard and pauses under the pointer', () => {
  expect(CAROUSEL_DEFAULTS).toEqual({ intervalMs: 5000, wrap: true, keyboard: true, pauseOnHover: true });
});

test('goes round at both ends', () => {
  expect([slideAfter(2, 1, 3, true), slideAfter(0, -1, 3, true), slideAfter(0, 1, 3, true)]).toEqual([0, 2, 1]);
});

test('stops at the ends if it does not wrap', () => {
  expect([slideAfter(2, 1, 3, false), slideAfter(0, -1, 3, false), slideAfter(0, 1, 0, true)]).toEqual([2, 0, 0]);
});
