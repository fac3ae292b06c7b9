import { expect, test } from 'vitest';
import { mapAreas, mapShape, MAX_OUTLINE_POINTS } from './map-outline.ts';

/** Every point is equally far from its neighbours, so none can be omitted at any tolerance. */
const comb = (teeth: number, heightDegrees: number) =>
  Array.from({ length: teeth }, (_, at) => ({ lat: (at % 2) * heightDegrees, lon: at * 0.001 }));

const square = (lat: number, lon: number, size: number) => [
  { lat, lon },
  { lat, lon: lon + size },
  { lat: lat + size, lon: lon + size },
  { lat: lat + size, lon },
];

test('a comb with 5,000 teeth is drawn from end to end with a limited number of points', () => {
  const shape = mapShape({ kind: 'corridor', line: comb(5000, 1), halfWidthM: 10 }, { south: 0, north: 1 });
  if (shape.kind !== 'corridor') throw new Error('it was a corridor');
  expect(shape.line.length).toBeLessThanOrEqual(MAX_OUTLINE_POINTS + 1);
  expect([shape.line[0], shape.line.at(-1)]).toEqual([
    { lat: 0, lon: 0 },
    { lat: 1, lon: 4.999 },
  ]);
});

test('of a thousand holes the largest are drawn, and the outline is always drawn', () => {
  const outer = square(0, 0, 100);
  const innerRings = Array.from({ length: 1000 }, (_, at) => square(1, 1 + at / 20, at === 700 ? 0.04 : 0.01));
  const shape = mapShape({ kind: 'polygon', rings: [outer, ...innerRings] }, { south: 0, north: 100 });
  if (shape.kind !== 'polygon') throw new Error('it was a polygon');
  expect(shape.rings).toHaveLength(25);
  expect(shape.rings[0]).toEqual(outer);
  expect(shape.rings[1]).toEqual([
    { lat: 1, lon: 36 },
    { lat: 1, lon: 36.04 },
    { lat: 1.04, lon: 36.04 },
    { lat: 1.04, lon: 36 },
  ]);
});

test('areas share the points of their territory, and few corners stay as they are', () => {
  const areas = mapAreas([comb(3000, 1), comb(3000, 1), comb(5, 1)]);
  expect(areas.map(({ length }) => length <= MAX_OUTLINE_POINTS / 3 + 1)).toEqual([true, true, true]);
  expect(areas[2]).toEqual(comb(5, 1));
  expect(mapAreas([])).toEqual([]);
});
