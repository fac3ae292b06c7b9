import { expect, test } from 'vitest';
import { toCsv } from '../../ui/data-table/csv.ts';
import { PLACE_COLUMNS } from './place-columns.ts';
import { readPlacesCsv } from './places-csv.ts';

const depot = {
  id: 1,
  organisationId: 1,
  name: 'Depot "North", gate 3',
  category: 'depot',
  colour: '#b8590b',
  note: 'Two lines\nof a note',
  lat: -34.90328,
  lon: -56.18816,
  version: 1,
} as const;

test('a written file is read back', () => {
  const { id: _, organisationId: __, version: ___, ...place } = depot;
  expect(readPlacesCsv(toCsv(PLACE_COLUMNS, [depot]))).toEqual({ places: [place], faults: [] });
});

test('a spreadsheet of a country with decimal commas', () => {
  const { places } = readPlacesCsv('Latitude;Longitude;Name;Colour\r\n-34,9;-56,18;Yard;red\r\n');
  expect(places).toEqual([{ name: 'Yard', category: 'other', colour: '#2563d9', note: null, lat: -34.9, lon: -56.18 }]);
});

test('invalid lines are reported by number, the others are read', () => {
  const { places, faults } = readPlacesCsv('name,lat,lon\nA,1,2\n,1,2\nB,91,2\nC,,2\n');
  expect(places.map(({ name }) => name)).toEqual(['A']);
  expect(faults).toEqual([
    { kind: 'name', line: 3 },
    { kind: 'place', line: 4 },
    { kind: 'place', line: 5 },
  ]);
});

test.each([
  ['', { kind: 'empty' }],
  ['name,lat,lon\n', { kind: 'empty' }],
  ['<kml></kml>', { kind: 'no-columns' }],
  ['name,lat,lon\n"A,1,2', { kind: 'quotes', line: 1 }],
  [`name,lat,lon\n${'A,1,2\n'.repeat(1001)}`, { kind: 'too-many' }],
])('no places: %s', (text, fault) => {
  expect(readPlacesCsv(text)).toEqual({ places: [], faults: [fault] });
});
