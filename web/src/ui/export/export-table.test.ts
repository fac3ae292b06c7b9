import { afterEach, expect, test } from 'vitest';
import { NO_ZONES, setFormat } from '../../text/format-settings.ts';
import { tableToCsv } from './csv-file.ts';
import { isNumeric, madeAt, toExportTable } from './export-table.ts';

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

const format = { language: 'en', units: 'metric', dayZone: 'America/Montevideo' } as const;
afterEach(() => void setFormat({ ...format, ...NO_ZONES }));

test('a file writes moments in the zone of the person, and names it', () => {
  setFormat({ ...format, timeZone: 'America/Montevideo' });
  const columns = [
    { label: 'Heard', value: (row: string | null) => row },
    { label: 'Km', value: () => 4 },
  ];
  const table = toExportTable('t', columns, ['2026-11-20T03:58:00.000Z', null]);
  expect(tableToCsv(table)).toBe('\uFEFFHeard (America/Montevideo),Km\r\n2026-11-20T00:58:00-03:00,4\r\n,4\r\n');
  expect(madeAt(new Date('2026-11-20T03:58:00Z'))).toBe('2026-11-20 00:58:00 America/Montevideo (UTC\u22123)');
});
