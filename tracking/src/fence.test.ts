import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf, contains, type Fence, type Shape } from './fence.ts';
import { indexFences } from './build-fence-index.ts';
import { fencesAt } from './fence-index.ts';
import { between, distanceToLineM, EARTH_RADIUS_M } from './geo.ts';

const aroundTheWorld = (east: number) => (east > 180 ? east - 360 : east < -180 ? east + 360 : east);

/** Metres per degree on a great circle: 6,371,008.8 x pi / 180 = 111,195.08. */
const DEGREE_M = (EARTH_RADIUS_M * Math.PI) / 180;
const square = (west: number, south: number, size: number) => [
  { lat: south, lon: west },
  { lat: south, lon: west + size },
  { lat: south + size, lon: west + size },
  { lat: south + size, lon: west },
];

describe('distances', () => {
  it('are those of the sphere', () => {
    expect(between({ lat: 0, lon: 0 }, { lat: 1, lon: 0 })).toBeCloseTo(111_195.08, 1);
    // The lines lead a quarter of the way round the earth, and over the 180th meridian.
    expect(between({ lat: 0, lon: 0 }, { lat: 0, lon: 90 })).toBeCloseTo(10_007_557.2, 0);
    expect(between({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111_195.08, 1);
  });

  it('to a line go to its nearest point, or to its end', () => {
    const [a, b] = [
      { lat: 0, lon: 0 },
      { lat: 0, lon: 1 },
    ];
    expect(distanceToLineM({ lat: 0.01, lon: 0.5 }, a, b)).toBeCloseTo(DEGREE_M / 100, 1);
    expect(distanceToLineM({ lat: 0, lon: 1.01 }, a, b)).toBeCloseTo(DEGREE_M / 100, 1);
    expect(distanceToLineM({ lat: 0.01, lon: 0 }, a, a)).toBeCloseTo(DEGREE_M / 100, 1);
  });
});

describe('a shape contains', () => {
  it('in a circle the points no further than its radius', () => {
    const circle: Shape = { kind: 'circle', centre: { lat: 0, lon: 10 }, radiusM: 100 };
    expect(contains(circle, { lat: 0, lon: 10 + 99.9 / DEGREE_M })).toBe(true);
    expect(contains(circle, { lat: 0, lon: 10 + 100.1 / DEGREE_M })).toBe(false);
  });

  it('in a polygon the points inside, and not in its holes', () => {
    const polygon: Shape = { kind: 'polygon', rings: [square(10, 50, 1), square(10.4, 50.4, 0.2)] };
    expect(contains(polygon, { lat: 50.1, lon: 10.1 })).toBe(true);
    expect(contains(polygon, { lat: 50.5, lon: 10.5 })).toBe(false);
    expect(contains(polygon, { lat: 50.5, lon: 11.1 })).toBe(false);
  });

  it('in a polygon the points over the 180th meridian', () => {
    const fiji: Shape = {
      kind: 'polygon',
      rings: [square(179, -18, 2).map(({ lat, lon }) => ({ lat, lon: lon > 180 ? lon - 360 : lon }))],
    };
    expect(contains(fiji, { lat: -17, lon: 179.5 })).toBe(true);
    expect(contains(fiji, { lat: -17, lon: -179.5 })).toBe(true);
    expect(contains(fiji, { lat: -17, lon: 178.9 })).toBe(false);
    const index = indexFences([{ id: 1, shape: fiji, speedLimitKph: null, schedule: null }]);
    for (const lon of [179.5, -179.5]) expect(fencesAt(index, { lat: -17, lon })).toHaveLength(1);
    expect(fencesAt(index, { lat: -17, lon: 178.9 })).toHaveLength(0);
  });

  it('in a corridor the points within its half-width of the line', () => {
    const corridor: Shape = {
      kind: 'corridor',
      line: [
        { lat: 0, lon: 10 },
        { lat: 0, lon: 10.1 },
        { lat: 0.1, lon: 10.1 },
      ],
      halfWidthM: 50,
    };
    expect(contains(corridor, { lat: 49.9 / DEGREE_M, lon: 10.05 })).toBe(true);
    expect(contains(corridor, { lat: 50.1 / DEGREE_M, lon: 10.05 })).toBe(false);
    expect(contains(corridor, { lat: 0.05, lon: 10.1 + 49 / DEGREE_M })).toBe(true);
  });

  it('no points if it has no corner', () => {
    expect(boxOf({ kind: 'polygon', rings: [] })).toBeNull();
    expect(
      indexFences([
        { id: 1, shape: { kind: 'corridor', line: [], halfWidthM: 5 }, speedLimitKph: null, schedule: null },
      ]).levels,
    ).toEqual([]);
  });
});

it('the index finds a geofence whose edge is a rounding error away from the 180th meridian', () => {
  const shape: Shape = { kind: 'polygon', rings: [square(-179.99999999999997, 0, 0.001)] };
  expect(contains(shape, { lat: 0.0005, lon: 180 })).toBe(true);
  const index = indexFences([{ id: 1, shape, speedLimitKph: null, schedule: null }]);
  expect(fencesAt(index, { lat: 0.0005, lon: 180 }).map(({ id }) => id)).toEqual([1]);
});

it('the index finds a geofence over a pole once, wherever its centre is', () => {
  const shape: Shape = { kind: 'circle', centre: { lat: 89, lon: 179.999999999 }, radiusM: 400_000 };
  const index = indexFences([{ id: 1, shape, speedLimitKph: null, schedule: null }]);
  for (const lon of [-180, -90, 0, 90, 180]) expect(fencesAt(index, { lat: 88, lon }).map(({ id }) => id)).toEqual([1]);
});

it('the index finds exactly the same geofences as checking each of them', () => {
  const place = fc.record({
    lat: fc.double({ min: -89, max: 89, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const shape: fc.Arbitrary<Shape> = fc.oneof(
    fc.record({
      kind: fc.constant('circle' as const),
      centre: place,
      radiusM: fc.constantFrom(10, 300, 1000, 5000, 400_000),
    }),
    fc
      .tuple(place, fc.constantFrom(0.001, 0.05, 2))
      .map(([{ lat, lon }, size]): Shape => ({ kind: 'polygon', rings: [square(lon, Math.min(lat, 87), size)] })),
    fc.tuple(place, fc.constantFrom(0.001, 0.05, 2)).map(([from, size]): Shape => ({
      kind: 'corridor',
      line: [from, { lat: from.lat, lon: from.lon + size }],
      halfWidthM: 200,
    })),
  );
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 1, maxLength: 12 }),
      fc.array(place, { maxLength: 5 }),
      (shapes, places) => {
        const fences = shapes.map((each, id): Fence => ({ id, shape: each, speedLimitKph: null, schedule: null }));
        const index = indexFences(fences);
        // Includes coordinates of the shapes themselves: random coordinates would miss all shapes.
        const own = shapes.flatMap((each) => {
          const box = boxOf(each);
          if (!box) return [];
          const lon = (box.west + box.east) / 2;
          const middle = (box.south + box.north) / 2;
          // The coordinates lie nearer to the centre, at the edge and beyond it, to the north-east and to the west.
          return [0, 0.6, 0.69, 0.7, 0.71, 0.72, 0.99, 1.01].flatMap((share) => {
            const [up, right] = [share * (box.north - middle), share * (box.east - lon)];
            return [
              { lat: Math.min(90, middle + up), lon: aroundTheWorld(lon + right) },
              { lat: middle, lon: aroundTheWorld(lon - right) },
            ];
          });
        });
        for (const at of [...places, ...own]) {
          const found = fencesAt(index, at).map(({ id }) => id);
          const wanted = fences.filter((fence) => contains(fence.shape, at)).map(({ id }) => id);
          expect(found.toSorted((a, b) => a - b)).toEqual(wanted);
        }
      },
    ),
    { numRuns: 100 },
  );
});

it('coordinates are in at most two hundred geofences: those with the lowest ids that are not excluded', () => {
  const shape: Shape = { kind: 'circle', centre: { lat: 0, lon: 0 }, radiusM: 100 };
  const fences = Array.from({ length: 1200 }, (_, n): Fence => ({
    id: 1200 - n,
    shape,
    speedLimitKph: null,
    schedule: null,
  }));
  const index = indexFences(fences);
  const ids = (excluded: Set<number>) => fencesAt(index, { lat: 0, lon: 0 }, excluded).map(({ id }) => id);
  expect(ids(new Set())).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  expect(ids(new Set([1, 2]))).toEqual(Array.from({ length: 200 }, (_, n) => n + 3));
});
