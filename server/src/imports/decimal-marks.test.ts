import { expect, test } from 'vitest';
import { amountMarks, decimalMarks } from './decimal-marks.ts';

const rows = (...lines: string[][]) => lines.map((cells, index) => ({ line: index + 1, cells }));

test('a column is read by its own numbers', () => {
  expect(decimalMarks(rows(['1.5', '1,5', '12'], ['12.500', '12.500', '13']), 3)).toEqual(['.', ',', null]);
});

test('a column without evidence follows the commas of the others, and no points', () => {
  expect(decimalMarks(rows(['12.500 km', '7,5 t'], ['245.310 km', '€ 1.234,50']), 2)).toEqual([',', ',']);
  expect(decimalMarks(rows(['12.500 km', '2.0 TDI']), 2)).toEqual([null, '.']);
  expect(decimalMarks(rows(['12.500 km', '7,5 t', '2.0 TDI']), 3)).toEqual([null, ',', '.']);
});

test('contradictory numbers prove nothing, and days and coordinates are no numbers', () => {
  expect(decimalMarks(rows(['1.5'], ['1,5']), 1)).toEqual([null]);
  expect(decimalMarks(rows(['12.01.2026', '52.52, 13.40', '08:30']), 3)).toEqual([null, null, null]);
});

const TWO = { text: '1,234', point: 1234, comma: 1.234 };
const marksOf = (...lines: string[][]) => amountMarks(rows(...lines), lines[0]?.length ?? 0, false);

test('an ambiguous amount is read by the other amounts of its column, with or without their currency', () => {
  expect(marksOf(['Rs. 1,234'], ['Rs. 12.50'])).toEqual([{ mark: '.' }]);
  expect(marksOf(['1.234 €'], ['12,50 €'])).toEqual([{ mark: ',' }]);
  expect(marksOf(['-1.234'], ['1.234.567,5'])).toEqual([{ mark: ',' }]);
});

test('otherwise by the numbers of the other columns, when these have one mark', () => {
  expect(marksOf(['1,234', '50.25'], ['500', '7'])).toEqual([{ mark: '.' }, null]);
  expect(marksOf(['1,234', '50.25'], ['500', '7,5'])).toEqual([{ twoNumbers: TWO }, null]);
  // A text with a point may not be a number.
  expect(marksOf(['1,234', '2.0 TDI'])).toEqual([{ twoNumbers: TWO }, null]);
});

test('without evidence, or with evidence for both marks, an ambiguous cell is shown', () => {
  expect(marksOf(['500'], ['1,234'], ['2,345'])).toEqual([{ twoNumbers: TWO }]);
  expect(marksOf(['1,234'], ['1.5'], ['1,5'])).toEqual([{ twoNumbers: TWO }]);
  expect(marksOf(['₹ 1.234'])).toEqual([{ twoNumbers: { text: '₹ 1.234', point: 1.234, comma: 1234 } }]);
  expect(marksOf(['1,234,567', '12.01.2026', '1234', '12,34,567.5', '٢٫٥'])).toEqual(Array(5).fill(null));
});

const inWorkbook = (...lines: string[][]) => amountMarks(rows(...lines), 1, true);

test('the numbers of a workbook have a point, whatever its texts use', () => {
  expect(inWorkbook(['12.345'], ['83.4567'])).toEqual([{ mark: '.' }]);
  expect(inWorkbook(['1,234'], ['12,50'])).toEqual([{ twoNumbers: TWO }]);
});
