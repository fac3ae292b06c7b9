import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, type Shape } from './fence.ts';
import { deltaLon, EARTH_RADIUS_M, type Coordinates } from './geo.ts';
import { outlineContains, outlineOf } from './outline.ts';

const DEGREE_M = (EARTH_RADIUS_M * Math.PI) / 180;
const aroundTheWorld = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
/** Coordinates as they are stored, to 1e-7 degree. */
const stored = ({ lat, lon }: Coordinates): Coordinates => ({
  lat: Math.round(Math.max(-90, Math.min(90, lat)) * 1e7) / 1e7,
  lon: Math.round(aroundTheWorld(lon) * 1e7) / 1e7,
});

/** Some shapes lie anywhere, others where longitudes are difficult. */
const middle = fc.record({
  lat: fc.oneof(fc.double({ min: -89, max: 89, noNaN: true }), fc.constantFrom(-88, 0, 60, 88)),
  lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, -179.9999, 0, 179.9999, 180)),
});
const size = fc.constantFrom(0.0005, 0.02, 1.5);
const reaches = fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 24, maxLength: 120 });

/** A ring without crossings: each corner in its own direction from the centre. */
const ringAround = (
  { lat, lon }: Coordinates,
  radius: number,
  far: readonly number[],
  clockwise = false,
): Coordinates[] => {
  const ring = far.map((reach, index) => {
    const angle = (index / far.length) * 2 * Math.PI;
    return stored({ lat: lat + radius * reach * Math.sin(angle), lon: lon + radius * reach * Math.cos(angle) });
  });
  return clockwise ? ring.toReversed() : ring;
};
const area = fc.tuple(middle, size, reaches, fc.boolean()).map(([at, radius, far, clockwise]): Shape => {
  const inner = far.map((reach) => 0.2 * reach);
  return { kind: 'polygon', rings: [ringAround(at, radius, far, clockwise), ringAround(at, radius, inner)] };
});
/** Teeth as high as the whole shape: each row of it crosses all edges. */
const comb = fc.tuple(middle, size, fc.integer({ min: 12, max: 80 })).map(([{ lat, lon }, radius, teeth]): Shape => {
  const points = Array.from({ length: teeth }, (_, index) => [
    stored({ lat: lat + radius, lon: lon + (index / teeth) * radius }),
    stored({ lat, lon: lon + ((index + 0.5) / teeth) * radius }),
  ]).flat();
  return { kind: 'polygon', rings: [[...points, stored({ lat: lat - radius, lon })]] };
});
/** A ring that leads once round the pole: its longitudes go on to the east and never come back. */
const roundPole = fc.tuple(reaches, fc.constantFrom(-1, 1)).map(([far, pole]): Shape => ({
  kind: 'polygon',
  rings: [far.map((reach, index) => stored({ lat: pole * (60 + 20 * reach), lon: (index / far.length) * 360 - 180 }))],
}));
/** Shapes that validation rejects but an old database may contain: edges that cross and touch. */
const tangle = fc
  .tuple(
    middle,
    size,
    fc.array(fc.tuple(fc.integer({ max: 9, min: 0 }), fc.integer({ max: 9, min: 0 })), {
      minLength: 24,
      maxLength: 60,
    }),
  )
  .map(([{ lat, lon }, radius, steps]): Shape => ({
    kind: 'polygon',
    rings: [steps.map(([up, right]) => stored({ lat: lat + (up / 9) * radius, lon: lon + (right / 9) * radius }))],
  }));
const holes = fc.tuple(middle, size).map(([{ lat, lon }, radius]): Shape => {
  const square = (south: number, west: number, side: number) =>
    [
      [0, 0],
      [0, side],
      [side, side],
      [side, 0],
    ].map(([up = 0, right = 0]) => stored({ lat: lat + (south + up) * radius, lon: lon + (west + right) * radius }));
  const inner = Array.from({ length: 16 }, (_, n) => square(0.1 + 0.2 * Math.floor(n / 4), 0.1 + 0.2 * (n % 4), 0.1));
  return { kind: 'polygon', rings: [square(0, 0, 1), ...inner] };
});
const corridor = fc
  .tuple(
    middle,
    size,
    fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })), {
      minLength: 24,
      maxLength: 120,
    }),
    fc.constantFrom(5, 60, 5000),
    fc.boolean(),
  )
  .map(([from, radius, steps, halfWidthM, isWalk]): Shape => {
    let { lat, lon } = from;
    const line = steps.map(([up, right]) => {
      if (isWalk) [lat, lon] = [Math.max(-90, Math.min(90, lat + (up * radius) / 20)), lon + (right * radius) / 20];
      else [lat, lon] = [from.lat + up * radius, from.lon + right * radius];
      return stored({ lat, lon });
    });
    return { kind: 'corridor', line, halfWidthM };
  });

/** Returns coordinates inside a shape, at its edge and beside it; random coordinates would miss the difficult ones. */
function placesOf(shape: Shape, share: number): Coordinates[] {
  if (shape.kind === 'circle') return [];
  const rings = shape.kind === 'corridor' ? [shape.line] : shape.rings;
  const halfWidthM = shape.kind === 'corridor' ? shape.halfWidthM : 0;
  return rings.flatMap((ring) =>
    ring.flatMap((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from;
      const [north, east] = [to.lat - from.lat, deltaLon(from.lon, to.lon)];
      const on = { lat: from.lat + share * north, lon: aroundTheWorld(from.lon + share * east) };
      const reach = halfWidthM / DEGREE_M;
      const wide = reach / Math.max(1e-9, Math.cos((on.lat * Math.PI) / 180));
      return [
        from,
        on,
        stored(on),
        { lat: from.lat, lon: aroundTheWorld(from.lon + 1e-7) },
        ...[0.999_999, 1, 1.000_001].flatMap((at) => [
          { lat: on.lat + at * reach, lon: on.lon },
          { lat: on.lat, lon: aroundTheWorld(on.lon + Math.min(179, at * wide)) },
          { lat: from.lat - at * reach, lon: from.lon },
        ]),
      ];
    }),
  );
}

describe('an indexed outline', () => {
  const anywhere = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  it.each(Object.entries({ area, comb, roundPole, tangle, holes, corridor }))(
    'contains exactly the same points as checking all of its corners does: %s',
    (_name, shapes) => {
      let indexed = 0;
      fc.assert(
        fc.property(shapes, fc.array(anywhere, { maxLength: 10 }), share, (shape, places, at) => {
          const outline = outlineOf(shape);
          if (!outline) return;
          indexed += 1;
          for (const place of [...places, ...placesOf(shape, at)]) {
            if (outlineContains(outline, place) !== contains(shape, place)) {
              throw new Error(`at ${place.lat}, ${place.lon}: ${contains(shape, place)}`);
            }
          }
        }),
        { numRuns: Number(process.env.OUTLINE_RUNS ?? 60) },
      );
      expect(indexed).toBeGreaterThan(0);
    },
  );

  it('searches a ring without crossings instead of checking every corner', () => {
    const far = Array.from({ length: 5000 }, (_, index) => 0.9 + 0.1 * Math.sin(index));
    const outline = outlineOf({ kind: 'polygon', rings: [ringAround({ lat: 50, lon: 10 }, 1, far)] });
    const rows = outline?.kind === 'polygon' ? outline.rings[0]?.rows : null;
    // Each edge is listed in a few nodes: a search reads one row of them, not the ring.
    expect(rows?.edges.length).toBeLessThan(5000 * 26);
    expect(rows).not.toBeNull();
  });

  it('is not built for a few corners, which are checked as fast', () => {
    const square = [
      [0, 0],
      [0, 1],
      [1, 1],
    ].map(([lat = 0, lon = 0]) => ({ lat, lon }));
    expect(outlineOf({ kind: 'polygon', rings: [square] })).toBeNull();
    expect(outlineOf({ kind: 'circle', centre: { lat: 0, lon: 0 }, radiusM: 10 })).toBeNull();
  });
});
