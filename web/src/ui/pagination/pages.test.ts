import { expect, test } from 'vitest';
import { clampPage, itemsOfPage, pageCount } from './pages.ts';

test('a page holds 10 items', () => {
  expect([0, 1, 10, 11, 100, 101].map((total) => pageCount(total))).toEqual([1, 1, 1, 2, 10, 11]);
  expect(pageCount(101, 25)).toBe(5);
});

test('the page is one that there is', () => {
  expect([-3, 0, 1, 3, 4, NaN].map((page) => clampPage(page, 25))).toEqual([1, 1, 1, 3, 3, 1]);
});

test('the last page has the remainder', () => {
  expect(itemsOfPage(1, 25)).toEqual({ from: 1, to: 10 });
  expect(itemsOfPage(3, 25)).toEqual({ from: 21, to: 25 });
  expect(itemsOfPage(1, 0)).toEqual({ from: 0, to: 0 });
});
