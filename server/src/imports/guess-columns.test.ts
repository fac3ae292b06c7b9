import { expect, test } from 'vitest';
import type { ImportDescriptor } from './import-descriptor.ts';
import { IMPORT_DESCRIPTORS } from './kinds.ts';
import { bestTable } from './start-import.ts';

const sheet = (...rows: string[][]) => ({ rows: rows.map((cells, index) => ({ line: index + 1, cells })) });
const fieldsOf = (...rows: string[][]) => bestTable([sheet(...rows)], 'vehicle').columns.map(({ field }) => field);

test.each([
  [
    ['Reg. No.', 'Make', 'VIN', 'Depot'],
    ['registration', 'make', 'chassisNumber', 'group'],
  ],
  [
    ['Kennzeichen', 'Hersteller', 'Modell', 'Fahrer'],
    ['registration', 'make', 'model', 'driver'],
  ],
  [
    ['Matrícula', 'Marca', 'Modelo', 'Conductor'],
    ['registration', 'make', 'model', 'driver'],
  ],
  [
    ['MATRICULA', 'tipo', 'Grupo', 'IMEI'],
    ['registration', 'type', 'group', 'device'],
  ],
  [
    ['Immatriculation', 'Marque', 'Modèle', 'Chauffeur'],
    ['registration', 'make', 'model', 'driver'],
  ],
  [
    ['No.', 'Licence plate (UK)', 'Colour'],
    [null, 'registration', null],
  ],
])('%j', (headings, fields) => {
  expect(
    fieldsOf(
      headings,
      headings.map(() => 'x'),
    ),
  ).toEqual(fields);
});

test('what the cells look like tells where no heading does', () => {
  expect(fieldsOf(['Plate', 'A', 'B'], ['X 1', '358000000000001', 'WMA12345678901234'])).toEqual([
    'registration',
    'device',
    'chassisNumber',
  ]);
});

/** Twenty lines, of which so many have no type that is known. */
const bodies = (faulty: number) =>
  Array.from({ length: 20 }, (_, index) => [`X ${index}`, index < faulty ? 'Spaceship' : index % 2 ? 'Van' : 'Lorry']);

test('a few faulty cells do not hide what the others look like, many do', () => {
  expect(fieldsOf(['Plate', 'Body'], ...bodies(2))).toEqual(['registration', 'type']);
  expect(fieldsOf(['Plate', 'Body'], ...bodies(8))).toEqual(['registration', null]);
});

test('the headings may stand below a title, and on the second sheet', () => {
  const table = bestTable(
    [
      sheet(['Notes'], ['Printed on Monday']),
      sheet(['Fleet list of Monday', ''], ['Plate', 'Brand'], ['X 1', 'Ford'], ['X 2', 'MAN']),
    ],
    'vehicle',
  );
  expect(table.headings).toEqual(['Plate', 'Brand']);
  expect(table.rows.map(({ line }) => line)).toEqual([3, 4]);
});

test('no word stands for two fields', () => {
  for (const { fields } of Object.values<ImportDescriptor>(IMPORT_DESCRIPTORS)) {
    const words = Object.values(fields).flatMap((field) => [...new Set(field.words)]);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  }
});

test('the widest workbook is guessed at in no time, which everybody else would wait for', () => {
  // 0.4 s for five sheets here; ten times as long where each heading is compared with words that are made plain anew.
  const wide = sheet(...Array.from({ length: 210 }, () => Array.from({ length: 100 }, () => 'ऀé'.repeat(500))));
  const begun = performance.now();
  bestTable(
    Array.from({ length: 5 }, () => wide),
    'vehicle',
  );
  expect(performance.now() - begun).toBeLessThan(2500);
});
