import { expect, test } from 'vitest';
import { addMonths, lastDayOf, monthOf } from './months.ts';

test('months are counted over the ends of years', () => {
  expect(monthOf('2026-11-23')).toBe('2026-11-01');
  expect(addMonths('2026-11-01', 2)).toBe('2027-01-01');
  expect(addMonths('2026-01-01', -11)).toBe('2025-02-01');
});

test('a month ends on its last day, also in a leap year', () => {
  expect(lastDayOf('2028-02-01')).toBe('2028-02-29');
  expect(lastDayOf('2026-02-01')).toBe('2026-02-28');
  expect(lastDayOf('2026-12-01')).toBe('2026-12-31');
});
