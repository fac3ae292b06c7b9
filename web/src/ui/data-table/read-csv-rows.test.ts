import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';
import { readCsvRows } from './read-csv-rows.ts';

test.each([
  [
    'commas',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons, with decimal commas',
    'a;b\r\n-34,9;-56,2\r\n',
    [
      ['a', 'b'],
      ['-34,9', '-56,2'],
    ],
  ],
  [
    'tabs',
    'a\tb\r1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a heading that decides, whatever the rows have more of',
    'a;b\n1,2,3;4,5,6\n7,8,9;1,2,3',
    [
      ['a', 'b'],
      ['1,2,3', '4,5,6'],
      ['7,8,9', '1,2,3'],
    ],
  ],
  [
    'a byte-order mark and empty lines',
    '\uFEFFa,b\n\n ,\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes (RFC 4180)',
    'a,b\n"x ""y"", z","1\n2"\n',
    [
      ['a', 'b'],
      ['x "y", z', '1\n2'],
    ],
  ],
  [
    'a quote within a cell',
    'a,b\n5" pipe,2',
    [
      ['a', 'b'],
      ['5" pipe', '2'],
    ],
  ],
  ['nothing', '', []],
])('reads %s', (_what, text, rows) => {
  expect(readCsvRows(text)).toEqual(rows);
});

test('a quote that is not closed is no table', () => {
  for (const text of ['"', 'a,b\n"1,2', 'a,b\n1,"2\n3,4\n']) expect(readCsvRows(text)).toBeNull();
});

test.each(['＝1', "'＝1", 'a;＋1', "''－1; '＠x"])('gives back %s with its wide sign', (text) => {
  expect(readCsvRows(toCsv([{ label: 'c', value: () => text }], [null]))).toEqual([['c'], [text]]);
});

test('restores any written text, including formulas', () => {
  const cells = array(
    string({ unit: 'binary' }).filter((text) => !/^'[=+\-@|\t\r\n\0]/.test(text)),
    { minLength: 2, maxLength: 2 },
  );
  assert(
    property(array(cells, { maxLength: 5 }), (rows) => {
      const columns = [0, 1].map((at) => ({ label: `c${at}`, value: (row: string[]) => row[at] ?? null }));
      const expected = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
      expect(readCsvRows(toCsv(columns, rows))).toEqual([['c0', 'c1'], ...expected]);
    }),
  );
});
