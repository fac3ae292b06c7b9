import { expect, test } from 'vitest';
import { readMeasured, type Unit } from './units.ts';

test.each<[string, Unit, number]>([
  ['80 L', 'l', 80],
  ['80L', 'l', 80],
  ['62,4 Ltr.', 'l', 62.4],
  ['80 (voll)', 'l', 80],
  ['10 US gal', 'l', 37.854],
  ['10 imp. gal', 'l', 45.461],
  ['2468 km', 'km', 2468],
  ['2468 KM', 'km', 2468],
  ['1000 mi', 'km', 1609.344],
  ['1,5 t', 'kg', 1500],
  ['7.5 tonnes', 'kg', 7500],
  ['10 min', 'min', 10],
  ['10 Min.', 'min', 10],
  ['0:10', 'min', 10],
  ['1 h 30 min', 'min', 90],
  ['1h30', 'min', 90],
  ['1,5 h', 'min', 90],
  // A workbook cell that contains only a time.
  ['1899-12-30 00:10:00', 'min', 10],
  ['1234:30', 'h', 1234.5],
  ['5421,7 Std.', 'h', 5421.7],
  ['50 m', 'm', 50],
  ['0,2 km', 'm', 200],
  ['12 m³', 'm3', 12],
  ['5,5 l/100 km', 'l/100km', 5.5],
  ['2,1 L/h', 'l/h', 2.1],
  ['2 years', 'months', 24],
  ['2 weeks', 'd', 14],
  ['3x', 'a week', 3],
  ['3 x pro Woche', 'a week', 3],
  ['24 Kisten', 'pieces', 24],
  ['٨٠ لتر', 'l', 80],
  ['80 लीटर', 'l', 80],
])('reads %s in %s as %s', (text, unit, number) => expect(readMeasured(text, unit)).toEqual({ number }));

test('three digits behind a point are thousands when the file has commas before decimals', () => {
  expect(readMeasured('12.500 km', 'km', 'thousands')).toEqual({ none: true });
  expect(readMeasured('12.500 km', 'km', 'thousands', { mark: ',' })).toEqual({ number: 12_500 });
});

test('the unit of a heading applies when the cell has none', () => {
  expect(readMeasured('1000', 'km', 'thousands', { heading: 'Odometer (mi)' })).toEqual({ number: 1609.344 });
  expect(readMeasured('1000 km', 'km', 'thousands', { heading: 'Odometer (mi)' })).toEqual({ number: 1000 });
  expect(readMeasured('1000', 'km', 'thousands', { heading: 'Mileage in miles' })).toEqual({ number: 1609.344 });
  expect(readMeasured('1000', 'km', 'thousands', { heading: 'Kilometerstand (Oktober)' })).toEqual({ number: 1000 });
  expect(readMeasured('3', 'kg', 'thousands', { heading: 'Nutzlast [t]' })).toEqual({ number: 3000 });
});

test.each<[string, Unit, string]>([
  ['20 gal', 'l', ''],
  ['20', 'l', 'Tank (gal)'],
  ['3 tons', 'kg', ''],
  ['80 km/h', 'km', ''],
  ['12 furlongs', 'km', ''],
])('does not assume a unit for %s in %s', (text, unit, heading) =>
  expect(readMeasured(text, unit, undefined, { heading })).toHaveProperty('unit'),
);

test.each(['about 80 L', 'L', '80 90', ''])('%s is no quantity', (text) =>
  expect(readMeasured(text, 'l')).toEqual({ none: true }),
);

test('of a heading as long as a cell only the beginning is read', () => {
  const heading = `Odometer (mi)${'('.repeat(9000)}`;
  expect(readMeasured('1000', 'km', 'thousands', { heading })).toEqual({ number: 1609.344 });
});
