import { expect, test } from 'vitest';
import { yearFirst } from './year-first.ts';

test('puts the year first and keeps the time', () => {
  expect(yearFirst('05-11-2026 14:30')).toBe('2026-11-05 14:30');
  expect(yearFirst('05-11-2026')).toBe('2026-11-05');
});

// Specification, section 7: "then the time, or the fallback time if given".
test('a given fallback time replaces the time', () => {
  expect(yearFirst('31-01-1999 00:00', '23:59')).toBe('1999-01-31 23:59');
  expect(yearFirst('05-11-2026', '23:59')).toBe('2026-11-05 23:59');
  expect(yearFirst('05-11-2026 14:30', '')).toBe('2026-11-05 14:30');
});

test('looks at the first three parts only', () => {
  expect(yearFirst('05-11-2026-7 08:00')).toBe('2026-11-05 08:00');
});

test('rejects fewer than three parts', () => {
  expect(() => yearFirst('11-2026')).toThrow(RangeError);
});
