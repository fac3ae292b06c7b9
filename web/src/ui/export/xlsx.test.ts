import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ExportTable } from './export-table.ts';
import { columnName, MAX_ROWS, sheetName, sheetXml, xmlText } from './xlsx-sheet.ts';
import { toXlsx } from './xlsx.ts';

const table: ExportTable = {
  title: 'Vehicles: north/south',
  columns: ['Plate', 'Speed', 'Heard'],
  rows: [
    ['=1+1', 42.5, new Date('2024-01-01T12:00:00Z')],
    ['वाहन & <co>', null, null],
  ],
};

test('columns are named as a spreadsheet names them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('a sheet takes no name that Excel refuses', () => {
  expect(sheetName("'a[b]:c*d?e/f\\g'")).toBe('a b  c d e f g');
  expect(sheetName('x'.repeat(40))).toHaveLength(31);
  expect(sheetName(' / ')).toBe('Sheet1');
});

test('text that XML cannot hold is left out, the rest is escaped', () => {
  expect(xmlText('a\u0000<b>&"c"\u0007\u{1F697}')).toBe('a&lt;b&gt;&amp;&quot;c&quot;\u{1F697}');
});

test('what looks like a formula stays text, numbers and moments are numbers', () => {
  const xml = sheetXml(table);
  expect(xml).toContain('<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  expect(xml).not.toContain('<f>');
  expect(xml).toContain('<c r="B2"><v>42.5</v></c><c r="C2" s="2"><v>45292.5</v></c>');
  expect(xml).toContain('<autoFilter ref="A1:C3"/>');
});

test('more rows than a sheet holds are refused', () => {
  expect(() => sheetXml({ title: '', columns: ['a'], rows: Array.from({ length: MAX_ROWS }, () => []) })).toThrow(
    RangeError,
  );
});

test('the file is an archive whose sheet holds the rows', async () => {
  const parts = unzipSync(await toXlsx(table));
  expect(Object.keys(parts)).toContain('[Content_Types].xml');
  const sheet = parts['xl/worksheets/sheet1.xml'];
  expect(sheet && strFromU8(sheet)).toContain('वाहन &amp; &lt;co&gt;');
});
