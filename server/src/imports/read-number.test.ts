import { expect, test } from 'vitest';
import { readNumber } from './read-number.ts';

test.each([
  ['0', 0],
  ['12', 12],
  ['-3.5', -3.5],
  ['12,5', 12.5],
  ['1234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['1.234.567', 1_234_567],
  ['1,234,567.8', 1_234_567.8],
  ['12,34,567.8', null],
  ['1 234,5', 1234.5],
  ['1\u00a0234\u202f567', 1_234_567],
  ["1'234.50", 1234.5],
  ['0,125', 0.125],
  ['١٢٣٫٥', 123.5],
  ['१२३', 123],
  ['41.235', 41.235],
  ['41,235', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['1.234,5.6', null],
  ['12 L', null],
  ['1e5', null],
  ['', null],
  ['-', null],
  ['9'.repeat(20), null],
])('%j is %j', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test.each([
  ['1,234', 1234],
  ['1.234', null],
  ['120,500', 120_500],
  ['1234,50', 1234.5],
  ['0.125', 0.125],
])('of what has no three decimals %j is %j', (text, number) => {
  expect(readNumber(text, 'thousands')).toBe(number);
});
