import { expect, test } from 'vitest';
import { precedingRange, rangeOf } from './day-range.ts';

// 1 March 2028 is the day after 29 February.
test.each([
  ['today', ['2028-03-01', '2028-03-01']],
  ['yesterday', ['2028-02-29', '2028-02-29']],
  ['last-7', ['2028-02-24', '2028-03-01']],
  ['last-30', ['2028-02-01', '2028-03-01']],
  ['this-month', ['2028-03-01', '2028-03-01']],
  ['last-month', ['2028-02-01', '2028-02-29']],
] as const)('%s, seen from the first of March of a leap year', (range, [from, to]) => {
  expect(rangeOf({ range }, '2028-03-01')).toEqual({ from, to });
});

test('the range before has as many days', () => {
  expect(precedingRange({ from: '2026-11-14', to: '2026-11-20' })).toEqual({ from: '2026-11-07', to: '2026-11-13' });
});

const own = (from?: string, to?: string) => () => rangeOf({ range: 'own', from, to }, '2026-11-20');

test('a custom range has at least one and at most 366 days', () => {
  expect(own('2028-01-01', '2028-12-31')()).toEqual({ from: '2028-01-01', to: '2028-12-31' });
  expect(own('2027-01-01', '2028-01-02')).toThrow('Must be at most 366 days after the start.');
  expect(own('2027-01-02', '2027-01-01')).toThrow('Must not be before the start.');
  expect(own(undefined, '2027-01-01')).toThrow('Choose a day.');
});
