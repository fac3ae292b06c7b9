import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fence, contains, type Shape } from './fence.ts';
import { indexFences } from './build-fence-index.ts';
import { fencesNearLeg } from './fence-index.ts';
import { between, deltaLon, distanceToLineM, type Coordinates } from './geo.ts';
import { partInside } from './leg-inside.ts';

const fenceOf = (shape: Shape, id = 1): Fence => ({
  id,
  shape,
  speedLimitKph: null,
  schedule: null,
  betweenFixes: true,
});
const partOf = (shape: Shape, from: Coordinates, to: Coordinates) => {
  const fence = indexFences([fenceOf(shape)]).byId.get(1);
  return fence ? partInside(fence, from, to) : null;
};

/** On the equator a degree is 111,195.08 m, so metres east and north convert to degrees directly. */
const DEGREE_M = 111_195.08;
const spot = (eastM: number, northM = 0): Coordinates => ({ lat: northM / DEGREE_M, lon: eastM / DEGREE_M });

describe('the part of a line that is inside', () => {
  it('a circle lies between the two points at its radius', () => {
    const shape: Shape = { kind: 'circle', centre: spot(500), radiusM: 100 };
    const part = partOf(shape, spot(0), spot(1000));
    expect(part?.from).toBeCloseTo(0.4, 5);
    expect(part?.to).toBeCloseTo(0.6, 5);
    // 60 m beside the centre: half of the chord is 80 m.
    const beside = partOf(shape, spot(0, 60), spot(1000, 60));
    expect(beside?.from).toBeCloseTo(0.42, 4);
    expect(beside?.to).toBeCloseTo(0.58, 4);
    expect(partOf(shape, spot(0, 101), spot(1000, 101))).toBeNull();
    expect(partOf(shape, spot(0), spot(399))).toBeNull();
  });

  it('a corridor lies between its edges, its round ends included', () => {
    // A line across the road, 10 m to each side.
    const shape: Shape = { kind: 'corridor', line: [spot(500, -50), spot(500, 50)], halfWidthM: 10 };
    const part = partOf(shape, spot(0), spot(1000));
    expect(part?.from).toBeCloseTo(0.49, 5);
    expect(part?.to).toBeCloseTo(0.51, 5);
    // Past its end, 6 m beyond the last point: half of the chord is 8 m.
    const end = partOf(shape, spot(0, 56), spot(1000, 56));
    expect(end?.from).toBeCloseTo(0.492, 4);
    expect(end?.to).toBeCloseTo(0.508, 4);
    expect(partOf(shape, spot(0, 61), spot(1000, 61))).toBeNull();
    // A line along the corridor.
    const along = partOf(shape, spot(500, -200), spot(500, 200));
    expect(along?.from).toBeCloseTo(0.35, 5);
    expect(along?.to).toBeCloseTo(0.65, 5);
  });

  it('an area lies between its edges; a line that only touches a corner is not inside', () => {
    const square = [spot(400, -100), spot(600, -100), spot(600, 100), spot(400, 100)];
    const shape: Shape = { kind: 'polygon', rings: [square] };
    const part = partOf(shape, spot(0), spot(1000));
    expect(part?.from).toBeCloseTo(0.4, 9);
    expect(part?.to).toBeCloseTo(0.6, 9);
    expect(partOf(shape, spot(200, 300), spot(600, -100))).not.toBeNull();
    expect(partOf(shape, spot(0, 500), spot(800, -300))?.from).toBeGreaterThan(0);
    expect(
      partOf(
        { kind: 'polygon', rings: [[spot(400, -100), spot(600, 0), spot(400, 100)]] },
        spot(600, -500),
        spot(600, 500),
      ),
    ).toBeNull();
  });

  it('begins or ends at coordinates that are inside', () => {
    const shape: Shape = { kind: 'circle', centre: spot(500), radiusM: 100 };
    expect(partOf(shape, spot(500), spot(1000))).toMatchObject({ from: 0 });
    expect(partOf(shape, spot(0), spot(500))).toMatchObject({ to: 1 });
    expect(partOf(shape, spot(450), spot(550))).toEqual({ from: 0, to: 1 });
  });

  it('is the same over the 180th meridian', () => {
    const [west, east] = [
      { lat: 0, lon: 179.995 },
      { lat: 0, lon: -179.995 },
    ];
    for (const shape of [
      { kind: 'circle', centre: { lat: 0, lon: 180 }, radiusM: 100 },
      {
        kind: 'corridor',
        line: [
          { lat: -0.01, lon: 180 },
          { lat: 0.01, lon: -180 },
        ],
        halfWidthM: 100,
      },
    ] satisfies Shape[]) {
      const part = partOf(shape, west, east);
      expect(((part?.from ?? 0) + (part?.to ?? 0)) / 2).toBeCloseTo(0.5, 6);
      expect(fencesNearLeg(indexFences([fenceOf(shape)]), west, east)).toHaveLength(1);
      expect(fencesNearLeg(indexFences([fenceOf(shape)]), east, west)).toHaveLength(1);
    }
  });
});

/** Shapes of all kinds within some kilometres, areas and corridors with few corners and with many. */
const near = fc.record({ east: fc.integer({ min: -1500, max: 1500 }), north: fc.integer({ min: -1500, max: 1500 }) });
const centre = fc.constantFrom(
  { lat: 0, lon: 10 },
  { lat: 60, lon: 179.999 },
  { lat: -35, lon: -180 },
  { lat: 48, lon: 11.5 },
);
const wrapped = (lon: number) => deltaLon(0, lon);
const placed = ({ lat, lon }: Coordinates, { east, north }: { east: number; north: number }): Coordinates => ({
  lat: lat + north / DEGREE_M,
  lon: wrapped(lon + east / DEGREE_M / Math.cos((lat * Math.PI) / 180)),
});
const star = (middle: Coordinates, corners: number, radiusM: number, dentM: number) =>
  Array.from({ length: corners }, (_, index) => {
    const [angle, reach] = [(index / corners) * 2 * Math.PI, index % 2 ? radiusM : dentM];
    return placed(middle, { east: reach * Math.cos(angle), north: reach * Math.sin(angle) });
  });
const shapeAt = (middle: Coordinates) =>
  fc
    .record({
      at: near,
      size: fc.integer({ min: 20, max: 600 }),
      corners: fc.constantFrom(3, 4, 12, 40, 200),
      dent: fc.double({ min: 0.3, max: 1, noNaN: true }),
    })
    .chain(({ at, size, corners, dent }) => {
      const place = placed(middle, at);
      const line = star(place, corners, size, size * dent);
      return fc.constantFrom<Shape>(
        { kind: 'circle', centre: place, radiusM: size },
        { kind: 'polygon', rings: [line] },
        { kind: 'polygon', rings: [line, star(place, 30, size * dent * 0.4, size * dent * 0.3)] },
        { kind: 'corridor', line, halfWidthM: Math.max(5, size / 10) },
      );
    });
const scene = centre.chain((middle) =>
  fc.record({
    shapes: fc.array(shapeAt(middle), { minLength: 1, maxLength: 6 }),
    from: near.map((at) => placed(middle, at)),
    to: near.map((at) => placed(middle, at)),
  }),
);

it('the index finds the same as sampling the line does, in each shape', () => {
  fc.assert(
    fc.property(scene, ({ shapes, from, to }) => {
      const fences = shapes.map((shape, index) => fenceOf(shape, index + 1));
      const index = indexFences(fences);
      const found = fencesNearLeg(index, from, to);
      const steps = Array.from({ length: 401 }, (_, step) => step / 400);
      for (const { id, shape } of fences) {
        const spotAt = (t: number) => ({
          lat: from.lat + t * (to.lat - from.lat),
          lon: wrapped(from.lon + t * deltaLon(from.lon, to.lon)),
        });
        const held = steps.filter((t) => contains(shape, spotAt(t)));
        const fence = found.find((one) => one.id === id);
        const part = fence ? partInside(fence, from, to) : null;
        // All samples found inside lie within the part, and it begins and ends at the shape's edge.
        if (held.length > 0) expect(part).not.toBeNull();
        if (part === null) continue;
        expect(part.from).toBeLessThanOrEqual((held[0] ?? 1) + NEAR);
        expect(part.to).toBeGreaterThanOrEqual((held.at(-1) ?? 0) - NEAR);
        if (part.from > 0) expect(isOnEdge(shape, spotAt(part.from))).toBe(true);
        if (part.to < 1) expect(isOnEdge(shape, spotAt(part.to))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

/** A share of the line: some metres. */
const NEAR = 1e-3;
/** The error of a plane within three kilometres, metres. */
const OFF_M = 0.5;

/** True when coordinates lie on the edge of a shape, to half a metre. */
function isOnEdge(shape: Shape, place: Coordinates): boolean {
  if (shape.kind === 'circle') return Math.abs(between(shape.centre, place) - shape.radiusM) < OFF_M;
  if (shape.kind === 'corridor') {
    const wider = (metres: number) => contains({ ...shape, halfWidthM: shape.halfWidthM + metres }, place);
    return wider(OFF_M) && !wider(-OFF_M);
  }
  return shape.rings.some((ring) =>
    ring.some((corner, index) => distanceToLineM(place, corner, ring[(index + 1) % ring.length] ?? corner) < OFF_M),
  );
}

it('geofences that cannot be crossed between fixes, and excluded ones, are not found', () => {
  const shape: Shape = { kind: 'circle', centre: spot(500), radiusM: 100 };
  const plain = { ...fenceOf(shape, 1), betweenFixes: false };
  const index = indexFences([plain, fenceOf(shape, 2), fenceOf(shape, 3)]);
  const ids = (excluded?: Set<number>) => fencesNearLeg(index, spot(0), spot(1000), excluded).map(({ id }) => id);
  expect(ids()).toEqual([2, 3]);
  expect(ids(new Set([2]))).toEqual([3]);
});
