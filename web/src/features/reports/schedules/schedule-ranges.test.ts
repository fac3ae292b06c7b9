import { expect, test } from 'vitest';
import { REPORT_RANGES } from '@milepost/contract/report-kinds';
import { fittingRange, rangeFinding, RANGES_IN_ORDER } from './schedule-ranges.ts';

const when = (every: 'day' | 'week' | 'month' | 'days', everyDays = 2) => ({ every, everyDays });

test('the days of a schedule reach from one mail to the next and are over when it is sent', () => {
  expect([when('day'), when('week'), when('month')].map(fittingRange)).toEqual([
    'yesterday',
    'last-week',
    'last-month',
  ]);
  for (const each of [when('day'), when('week'), when('month')])
    expect(rangeFinding(fittingRange(each), each)).toBeNull();
});

test('every few days is covered by the last 7 or 30 days', () => {
  expect([1, 2, 7, 8, 30].map((days) => fittingRange(when('days', days)))).toEqual([
    'yesterday',
    'last-7',
    'last-7',
    'last-30',
    'last-30',
  ]);
});

test('a range that leaves days out, or ends with a day that is not over, is pointed out', () => {
  expect(rangeFinding('today', when('week'))).toBe('gap');
  expect(rangeFinding('yesterday', when('week'))).toBe('gap');
  expect(rangeFinding('last-week', when('month'))).toBe('gap');
  expect(rangeFinding('today', when('day'))).toBe('partial');
  expect(rangeFinding('last-7', when('week'))).toBe('partial');
  expect(rangeFinding('', when('week'))).toBeNull();
});

test('every range is offered, those of whole days first', () => {
  expect(RANGES_IN_ORDER.slice(0, 3)).toEqual(['yesterday', 'last-week', 'last-month']);
  expect(RANGES_IN_ORDER.toSorted()).toEqual(REPORT_RANGES.toSorted());
});
