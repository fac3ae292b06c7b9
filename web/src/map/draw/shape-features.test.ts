import { describe, expect, test } from 'vitest';
import { metresBetween } from '@milepost/contract/fence-geometry';
import { drawnShape, editedFeature } from './draw-features.ts';
import { bandWidthPx, circleRing, shapeBox, shapeGeometry } from '../fences/shape-features.ts';

const depot = { lat: -34.9, lon: -56.2 };

test('the corners of a circle lie on it, whatever its size and position', () => {
  for (const [centre, radiusM] of [
    [depot, 100],
    [{ lat: 70, lon: 179.99 }, 50_000],
    [{ lat: 0, lon: 0 }, 500_000],
  ] as const) {
    const ring = circleRing(centre, radiusM);
    expect(ring.at(-1)).toEqual(ring[0]);
    for (const [lon, lat] of ring) expect(metresBetween(centre, { lat, lon })).toBeCloseTo(radiusM, 2);
  }
});

test('a corridor is as broad on the map as on the ground', () => {
  const line = [
    { lat: 0, lon: 0 },
    { lat: 0, lon: 1 },
  ];
  // The world is 512 px wide at zoom 0 and 40,030 km round: 100 m are 0.001279 px.
  expect(bandWidthPx({ kind: 'corridor', line, halfWidthM: 50 })).toBeCloseTo(0.001279, 6);
  const north = line.map(({ lon }) => ({ lat: 60, lon }));
  // At 60 degrees north the map shows everything at twice the size.
  expect(bandWidthPx({ kind: 'corridor', line: north, halfWidthM: 50 })).toBeCloseTo(0.002558, 6);
});

test('boxes hold the whole shape', () => {
  const [west = 0, south = 0, east = 0, north = 0] = shapeBox({ kind: 'circle', centre: depot, radiusM: 1000 }) ?? [];
  // 1 km is 0.008993 degrees of latitude.
  expect([south, north].map((lat) => Math.abs(lat + 34.9))).toEqual([
    expect.closeTo(0.008993, 5),
    expect.closeTo(0.008993, 5),
  ]);
  expect(east - west).toBeCloseTo((2 * 0.008993) / Math.cos((34.9 * Math.PI) / 180), 4);
  expect(shapeBox({ kind: 'polygon', rings: [[]] })).toBeNull();
});

describe('features of Terra Draw', () => {
  const ring = shapeGeometry({ kind: 'circle', centre: depot, radiusM: 400 });
  test('a drawn circle becomes its centre and radius', () => {
    const shape = drawnShape({ type: 'Feature', properties: { mode: 'circle' }, geometry: ring }, null);
    expect(shape).toEqual({
      kind: 'circle',
      centre: { lat: expect.closeTo(depot.lat, 5), lon: expect.closeTo(depot.lon, 5) },
      radiusM: 400,
    });
  });

  test('an outline keeps the inner rings that cannot be dragged, a line its width', () => {
    const corners = [
      { lat: 0, lon: 0 },
      { lat: 0, lon: 3 },
      { lat: 3, lon: 3 },
    ];
    const holed = { kind: 'polygon' as const, rings: [corners, [{ lat: 1, lon: 2 }]] };
    const outline = editedFeature(holed);
    expect(outline && drawnShape(outline, holed)).toEqual(holed);
    const road = { kind: 'corridor' as const, line: corners, halfWidthM: 75 };
    const line = editedFeature(road);
    expect(line && drawnShape(line, road)).toEqual(road);
    expect(line && drawnShape(line, null)).toEqual({ ...road, halfWidthM: 50 });
  });

  test('handles are no shape', () => {
    const point = {
      type: 'Feature' as const,
      properties: { mode: 'select' },
      geometry: { type: 'Point' as const, coordinates: [0, 0] },
    };
    expect(drawnShape(point, null)).toBeNull();
  });
});
