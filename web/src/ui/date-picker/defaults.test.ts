import { expect, test } from 'vitest';
import { DATE_PICKER_DEFAULTS, yearRange } from './defaults.ts';

test('is as in the specification (section 9)', () => {
  expect(DATE_PICKER_DEFAULTS).toEqual({
    months: 1,
    firstDayOfWeek: 1,
    navigation: 'select',
    outsideDays: 'visible',
    showWeekdays: true,
    showWeekNumbers: false,
    daysPerWeek: 7,
    weeksPerMonth: 6,
  });
});

test('the list of years reaches 10 years either side', () => {
  expect(yearRange(2026)).toEqual([2016, 2036]);
});

test('towards a limit it reaches up to 500 years', () => {
  expect(yearRange(2026, 1900)).toEqual([1900, 2036]);
  expect(yearRange(2026, undefined, 2100)).toEqual([2016, 2100]);
  expect(yearRange(2026, 1000, 3000)).toEqual([1526, 2526]);
});
