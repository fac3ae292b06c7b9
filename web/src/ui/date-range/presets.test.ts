import { expect, test } from 'vitest';
import { rangePresets } from './presets.ts';

const from = (today: string) => Object.fromEntries(rangePresets(today).map(({ name, range }) => [name, range]));

test('a Friday in November', () => {
  expect(from('2026-11-20')).toEqual({
    today: ['2026-11-20', '2026-11-20'],
    yesterday: ['2026-11-19', '2026-11-19'],
    'this-week': ['2026-11-16', '2026-11-20'],
    'last-7': ['2026-11-14', '2026-11-20'],
    'this-month': ['2026-11-01', '2026-11-20'],
    'last-month': ['2026-10-01', '2026-10-31'],
  });
});

test('a Sunday ends its week, and the first days of a year look back into the last', () => {
  expect(from('2026-11-22')['this-week']).toEqual(['2026-11-16', '2026-11-22']);
  expect(from('2028-03-01')).toMatchObject({
    yesterday: ['2028-02-29', '2028-02-29'],
    'last-month': ['2028-02-01', '2028-02-29'],
  });
  expect(from('2027-01-01')).toMatchObject({
    'this-week': ['2026-12-28', '2027-01-01'],
    'last-month': ['2026-12-01', '2026-12-31'],
  });
});
