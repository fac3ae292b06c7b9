import { expect, test } from 'vitest';
import { isNoRecord } from './no-record.ts';

const HEADINGS = ['Kennzeichen', 'Marke', 'km-Stand', 'Tank'];

test.each([
  ['Summe', '', '245.310', '1.240 L'],
  ['Summe:', '', '245310', ''],
  ['Gesamt (24)', '', '', ''],
  ['Anzahl: 24 Fahrzeuge', '', '', ''],
  ['TOTAL', '', '€ 1.234,00', ''],
  ['Итого', '', '245310', ''],
  ['المجموع', '', '245310', ''],
  ['Σ', '', '245310', ''],
  ['', 'Summe', '245.310', ''],
  ['Kennzeichen', 'Marke', 'km-Stand', 'Tank'],
  ['Stand: 28.11.2026', '', '', ''],
  ['Seite 1 von 3', '', '', ''],
])('is no record: %s | %s | %s | %s', (...cells) => {
  expect(isNoRecord(cells, HEADINGS, cells[0] ?? '')).toBe(true);
});

test.each([
  ['SAX 1343', 'Total', '245310', ''],
  ['TOTAL', 'Ford', '245310', ''],
  ['SUM-M 1', '', '245310', '80 L'],
  ['GESAMT1', '', '', ''],
  ['STAND 1', 'MAN', '10', ''],
  ['Totalenergies', '', '12', ''],
])('is a record: %s | %s | %s | %s', (...cells) => {
  expect(isNoRecord(cells, HEADINGS, cells[0] ?? '')).toBe(false);
});

test('an outlet called Total is a record when it has a code', () => {
  expect(isNoRecord(['Total', 'T17', '52.5', '13.4'], ['Name', 'Code', 'Lat', 'Lon'], 'T17')).toBe(false);
});
