import { expect, test } from 'vitest';
import { clipRing, nearOf } from './near.ts';

const BOX = { west: 0, south: 0, east: 10, north: 10 };
const square = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

test('a ring is clipped to the box: unchanged inside, cut across it, dropped outside', () => {
  expect(clipRing(square(2, 2, 4, 4), BOX)).toEqual(square(2, 2, 4, 4));
  const across = clipRing(square(-5, -5, 5, 5), BOX);
  expect(across[0]).toEqual(across.at(-1));
  expect(new Set(across.map(String))).toEqual(new Set(['0,0', '5,0', '5,5', '0,5']));
  expect(clipRing(square(20, 20, 30, 30), BOX)).toEqual([]);
  expect(new Set(clipRing(square(-50, -50, 50, 50), BOX).map(String))).toEqual(
    new Set(['0,0', '10,0', '10,10', '0,10']),
  );
});

const country = (coordinates: number[][][][]) =>
  ({ type: 'Feature', geometry: { type: 'MultiPolygon', coordinates }, properties: { kind: 'country' } }) as const;

test('around the city there is sea, with the land that reaches into it drawn over it', () => {
  const near = nearOf(
    { type: 'FeatureCollection', features: [country([[square(0, 0, 40, 40)]]), country([[square(50, 50, 60, 60)]])] },
    { west: 0, south: 0, east: 1, north: 1 },
  );
  expect(near.features.map(({ properties }) => properties?.['kind'])).toEqual(['sea', 'land']);
  expect(near.features[1]?.geometry).toMatchObject({
    coordinates: [
      [
        expect.arrayContaining([
          [0, 0],
          [4, 4],
        ]),
      ],
    ],
  });
});
