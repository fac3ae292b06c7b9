import { expect, test } from 'vitest';
import { areaM2, distanceM, formatPlace, lengthM, readPlace } from './geodesy.ts';

const R = 6_371_008.8;
const at = (lat: number, lon: number) => ({ lat, lon });

test('a quarter of the equator and the way to the pole are a quarter of the circumference', () => {
  expect(distanceM(at(0, 0), at(0, 90))).toBeCloseTo((Math.PI / 2) * R, 3);
  expect(distanceM(at(0, 17), at(90, 0))).toBeCloseTo((Math.PI / 2) * R, 3);
});

test('across the 180th meridian it is two degrees, not 358', () => {
  expect(distanceM(at(0, 179), at(0, -179))).toBeCloseTo((2 * Math.PI * R) / 180, 3);
});

test('a line is as long as its legs', () => {
  expect(lengthM([])).toBe(0);
  expect(lengthM([at(0, 0), at(0, 1), at(0, 0)])).toBeCloseTo((2 * Math.PI * R) / 180, 3);
});

// Three right angles: an eighth of the sphere, 4 pi R² / 8.
test('the octant has an eighth of the sphere, whichever way round', () => {
  const octant = [at(0, 0), at(0, 90), at(90, 0)];
  expect(areaM2(octant) / ((Math.PI * R ** 2) / 2)).toBeCloseTo(1, 9);
  expect(areaM2(octant.toReversed()) / ((Math.PI * R ** 2) / 2)).toBeCloseTo(1, 9);
});

// Small enough to be flat: 0.001° of the equator squared, 111.195 m by 111.195 m.
test('a small square is side by side, on the 180th meridian too', () => {
  const side = ((Math.PI / 180) * R) / 1000;
  const square = [at(0, 179.9995), at(0.001, 179.9995), at(0.001, -179.9995), at(0, -179.9995)];
  expect(areaM2(square) / side ** 2).toBeCloseTo(1, 5);
  expect(areaM2([at(0, 0), at(1, 1)])).toBeCloseTo(0, 3);
});

test.each([
  ['-34.9, -56.18', at(-34.9, -56.18)],
  ['34.9 S 56.18 W', at(-34.9, -56.18)],
  ['12.97° N; 77.59° E', at(12.97, 77.59)],
  ['91, 0', null],
  ['0, 181', null],
  ['12', null],
  ['Main Street 5', null],
])('%j is read as %o', (text, place) => {
  expect(readPlace(text)).toEqual(place);
});

test('a place is written to about a metre', () => {
  expect(formatPlace(at(-34.9032784, -56.1881599))).toBe('-34.90328, -56.18816');
});
