import { expect, test } from 'vitest';
import { readDays } from './days-of.ts';

const read = (query: string) => readDays(new URLSearchParams(query), '2026-03-08');
const WEEK = { from: '2026-03-02', to: '2026-03-08' };

test('the last seven days, including today, if the address has none', () => {
  expect(read('')).toEqual(WEEK);
});

test('the days of the address', () => {
  expect(read('from=2026-01-30&to=2026-02-01')).toEqual({ from: '2026-01-30', to: '2026-02-01' });
});

test.each([
  'from=2026-02-30&to=2026-03-01',
  'from=2026-03-02&to=2026-03-01',
  'from=2026-03-01',
  // 401 days.
  'from=2025-02-01&to=2026-03-08',
])('%s is no range', (query) => {
  expect(read(query)).toEqual(WEEK);
});
