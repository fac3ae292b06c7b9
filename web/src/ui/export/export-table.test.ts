import { expect, test } from 'vitest';
import { isNumeric, toExportTable } from './export-table.ts';

test('a full UTC time becomes a date, a day alone stays a text', () => {
  const columns = [
    { label: 'Heard', value: (row: string) => row },
    { label: 'Km', value: () => 4 },
  ];
  const { rows } = toExportTable('t', columns, ['2026-07-31T16:20:00.000Z', '2026-07-31']);
  expect(rows).toEqual([
    [new Date(Date.UTC(2026, 6, 31, 16, 20)), 4],
    ['2026-07-31', 4],
  ]);
});

test('a column is one of numbers when all that it holds are, and it holds one', () => {
  const table = {
    title: '',
    columns: ['a', 'b', 'c'],
    rows: [
      [1, 'x', null],
      [null, 2, null],
    ],
  };
  expect([0, 1, 2].map((column) => isNumeric(table, column))).toEqual([true, false, false]);
});
