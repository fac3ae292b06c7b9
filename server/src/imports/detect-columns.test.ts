import { expect, test } from 'vitest';
import type { ColumnEvidence } from './detect-columns.ts';
import type { ImportDescriptor } from './import-descriptor.ts';
import { IMPORT_DESCRIPTORS } from './kinds.ts';
import { bestTable } from './read-table.ts';

const VEHICLE: ColumnEvidence = IMPORT_DESCRIPTORS.vehicle.fields;

const sheet = (...rows: string[][]) => ({ rows: rows.map((cells, index) => ({ line: index + 1, cells })) });
const fieldsOf = (...rows: string[][]) => bestTable([sheet(...rows)], VEHICLE).columns.map(({ field }) => field);

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
    ['Plate no.', 'Odo (km)', 'Read on'],
    ['registration', 'odometer', 'odometerOn'],
  ],
  [
    ['No.', 'Licence plate (UK)', 'Colour'],
    [null, 'registration', 'colour'],
  ],
])('recognises %j', (headings, fields) => {
  expect(
    fieldsOf(
      headings,
      headings.map(() => 'x'),
    ),
  ).toEqual(fields);
});

test('the content of cells decides where no heading does', () => {
  expect(fieldsOf(['Plate', 'A', 'B'], ['X 1', '358000000000001', 'WMA12345678901234'])).toEqual([
    'registration',
    'device',
    'chassisNumber',
  ]);
});

/** Twenty lines, of which this many have an unknown type. */
const bodies = (faulty: number) =>
  Array.from({ length: 20 }, (_, index) => [`X ${index}`, index < faulty ? 'Spaceship' : index % 2 ? 'Van' : 'Lorry']);

test('a few faulty cells do not hide the type of the others, many do', () => {
  expect(fieldsOf(['Plate', 'Body'], ...bodies(2))).toEqual(['registration', 'type']);
  expect(fieldsOf(['Plate', 'Body'], ...bodies(8))).toEqual(['registration', null]);
});

test('the headings may be below a title, and on the second sheet', () => {
  const table = bestTable(
    [
      sheet(['Notes'], ['Printed on Monday']),
      sheet(['Fleet list of Monday', ''], ['Plate', 'Brand'], ['X 1', 'Ford'], ['X 2', 'MAN']),
    ],
    VEHICLE,
  );
  expect(table.headings).toEqual(['Plate', 'Brand']);
  expect(table.rows.map(({ line }) => line)).toEqual([3, 4]);
});

test('of two columns with equal headings the later one is the custom field, which an export has behind', () => {
  const signs = {
    ...VEHICLE,
    'own:1': { words: ['Colour'], own: true },
    'own:2': { words: ['Class'], own: true },
  };
  const detected = (...headings: string[]) =>
    bestTable(
      [
        sheet(
          headings,
          headings.map(() => 'x'),
        ),
      ],
      signs,
    ).columns.map(({ field }) => field);
  expect(detected('Plate', 'Colour', 'Make', 'Colour')).toEqual(['registration', 'colour', 'make', 'own:1']);
  // For a word of ours that is not a heading of our exports, the custom field wins.
  expect(detected('Plate', 'Type', 'Class')).toEqual(['registration', 'type', 'own:2']);
  expect(detected('Plate', 'Class')).toEqual(['registration', 'own:2']);
});

test('no word matches two fields', () => {
  for (const { fields } of Object.values<ImportDescriptor>(IMPORT_DESCRIPTORS)) {
    const words = Object.values(fields).flatMap((field) => [...new Set(field.words)]);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  }
});

test('the widest workbook is examined quickly, because everybody else would wait for it', () => {
  // Processor time of this thread, independent of other load. 0.4 s for five sheets here; ten times as long if the
  // field words were normalised again for each heading.
  const wide = sheet(...Array.from({ length: 210 }, () => Array.from({ length: 100 }, () => 'ऀé'.repeat(500))));
  const begun = process.threadCpuUsage();
  bestTable(
    Array.from({ length: 5 }, () => wide),
    VEHICLE,
  );
  const { user, system } = process.threadCpuUsage(begun);
  expect((user + system) / 1000).toBeLessThan(2500);
});
