import { expect, test } from 'vitest';
import { checkLimits, isValidDate, readDate } from './calendar-date.ts';

const date = (year: number, month: number, day: number) => ({ year, month, day });

test('year, month and day must be integers', () => {
  expect(isValidDate(date(2026, 11, 20))).toBe(true);
  expect(isValidDate(date(2026.5, 11, 20))).toBe(false);
  expect(isValidDate(date(2026, 11.1, 20))).toBe(false);
  expect(isValidDate(date(2026, 11, NaN))).toBe(false);
});

test('there is no year zero', () => {
  expect(isValidDate(date(0, 1, 1))).toBe(false);
  expect(isValidDate(date(1, 1, 1))).toBe(true);
  expect(isValidDate(date(-1, 12, 31))).toBe(true);
});

test('the date exists in the calendar', () => {
  expect(isValidDate(date(2026, 2, 29))).toBe(false);
  expect(isValidDate(date(2024, 2, 29))).toBe(true);
  expect(isValidDate(date(1900, 2, 29))).toBe(false);
  expect(isValidDate(date(2000, 2, 29))).toBe(true);
  expect(isValidDate(date(2026, 4, 31))).toBe(false);
  expect(isValidDate(date(2026, 13, 1))).toBe(false);
  expect(isValidDate(date(2026, 0, 1))).toBe(false);
  expect(isValidDate(date(2026, 1, 0))).toBe(false);
});

test('reads valid dates, and nothing else', () => {
  expect(readDate('2026-11-20')).toEqual(date(2026, 11, 20));
  for (const text of ['', '2026-11', '2026-02-30', '0000-01-01', '20-11-2026', '2026-11-20T00:00']) {
    expect(readDate(text)).toBeNull();
  }
});

test('a maximum earlier than the minimum is an error', () => {
  expect(() => checkLimits(date(2026, 11, 20), date(2026, 11, 19))).toThrow(RangeError);
  expect(() => checkLimits(date(2026, 1, 1), date(2025, 12, 31))).toThrow(RangeError);
  checkLimits(date(2026, 11, 20), date(2026, 11, 20));
  checkLimits(date(2026, 11, 20), null);
  checkLimits(null, date(2026, 11, 20));
});
