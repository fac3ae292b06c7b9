import { expect, test } from 'vitest';
import { exportColumns, exportRows } from './export-lines.ts';

const line = (times: number[], lows: number[], highs = lows) => {
  return { vehicleId: 1, key: 'speed', values: times.length, times, lows, highs };
};
const words = { time: 'Time', least: (label: string) => `${label} low`, greatest: (label: string) => `${label} high` };

test('a file has a row for each moment of any line, and nothing where a line has none', () => {
  const lines = [
    { label: 'A', line: line([0, 2000], [1, 3], [2, 4]) },
    { label: 'B', line: line([1000], [9]) },
  ];
  const rows = exportRows(lines);
  const columns = exportColumns(lines, words);
  expect([columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ value }) => value(row)))]).toEqual([
    ['Time', 'A low', 'A high', 'B'],
    ['1970-01-01T00:00:00.000Z', 1, 2, null],
    ['1970-01-01T00:00:01.000Z', null, null, 9],
    ['1970-01-01T00:00:02.000Z', 3, 4, null],
  ]);
});

test('a state is exported as its word', () => {
  const lines = [
    { label: 'Door', line: line([0, 1000], [1, 0]), word: (value: number) => (value > 0 ? 'Open' : 'Closed') },
  ];
  const [, column] = exportColumns(lines, words);
  expect(exportRows(lines).map((row) => column?.value(row))).toEqual(['Open', 'Closed']);
});
