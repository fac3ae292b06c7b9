import { expect, test } from 'vitest';
import { decimalMarks } from './decimal-marks.ts';

const rows = (...lines: string[][]) => lines.map((cells, index) => ({ line: index + 1, cells }));

test('a column is read by its own numbers', () => {
  expect(decimalMarks(rows(['1.5', '1,5', '12'], ['12.500', '12.500', '13']), 3)).toEqual(['.', ',', null]);
});

test('a column that tells nothing follows the commas of the others, and no points', () => {
  expect(decimalMarks(rows(['12.500 km', '7,5 t'], ['245.310 km', '€ 1.234,50']), 2)).toEqual([',', ',']);
  expect(decimalMarks(rows(['12.500 km', '2.0 TDI']), 2)).toEqual([null, '.']);
  expect(decimalMarks(rows(['12.500 km', '7,5 t', '2.0 TDI']), 3)).toEqual([null, ',', '.']);
});

test('what tells both tells nothing, and days and places are no numbers', () => {
  expect(decimalMarks(rows(['1.5'], ['1,5']), 1)).toEqual([null]);
  expect(decimalMarks(rows(['12.01.2026', '52.52, 13.40', '08:30']), 3)).toEqual([null, null, null]);
});
