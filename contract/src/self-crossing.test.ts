import { array, assert, integer, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import type { Point } from './fence-geometry.ts';
import { selfCrossing } from './self-crossing.ts';

type Segment = readonly [Point, Point];

const side = ([a, b]: Segment, { x, y }: Point) => Math.sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));
const holds = (segment: Segment, point: Point) =>
  side(segment, point) === 0 &&
  (point.x - segment[0].x) * (point.x - segment[1].x) <= 0 &&
  (point.y - segment[0].y) * (point.y - segment[1].y) <= 0;

/** True when two closed segments have a common point; exact for small integers. */
const meet = (one: Segment, other: Segment) =>
  (side(one, other[0]) * side(one, other[1]) < 0 && side(other, one[0]) * side(other, one[1]) < 0) ||
  one.some((point) => holds(other, point)) ||
  other.some((point) => holds(one, point));

/** Compares all pairs of edges: consecutive ones share only their corner. */
function isCrossed(rings: readonly (readonly Point[])[]): boolean {
  const edges = rings.flatMap((ring, of) =>
    ring.map((a, index) => {
      const next = (index + 1) % ring.length;
      return { segment: [a, ring[next] ?? a] as const, of, index, next };
    }),
  );
  return edges.some((one, place) =>
    edges.slice(place + 1).some((other) => {
      const follows = one.of === other.of && (one.next === other.index || other.next === one.index);
      if (!follows) return meet(one.segment, other.segment);
      const [first, second] = one.next === other.index ? [one.segment, other.segment] : [other.segment, one.segment];
      return holds(first, second[1]) || holds(second, first[0]);
    }),
  );
}

const corner = record({ x: integer({ min: 0, max: 7 }), y: integer({ min: 0, max: 7 }) });
const ring = (max: number) => uniqueArray(corner, { minLength: 3, maxLength: max, selector: ({ x, y }) => x * 8 + y });

test('finds a crossing, a touch or an overlap where there is one, and nowhere else', () => {
  let clean = 0;
  const check = (rings: Point[][]) => {
    const crossed = isCrossed(rings);
    if (!crossed) clean++;
    expect(selfCrossing(rings) !== null).toBe(crossed);
  };
  assert(property(array(ring(6), { minLength: 1, maxLength: 3 }), check), { numRuns: 6000 });
  assert(
    property(
      ring(9).map((one) => [one]),
      check,
    ),
    { numRuns: 6000 },
  );
  expect(clean).toBeGreaterThan(500);
});

/** Teeth from left to right, with a back around them that closes the ring. */
function comb(teeth: number): Point[] {
  const corners = Array.from({ length: teeth }, (_, i) => [
    { x: 0, y: 2 * i },
    { x: teeth, y: 2 * i + 1 },
  ]).flat();
  return [...corners, { x: 0, y: 2 * teeth }, { x: -9, y: 2 * teeth }, { x: -9, y: 0 }];
}

test.each([0, 45, 90, 137])(
  'a comb of 2,500 teeth, turned by %d°, takes less than a tenth of a second of a processor',
  (degrees) => {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const turned = comb(2500).map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
    // The best of several measurements, since other tests run concurrently on the same processors.
    const took = [1, 2, 3, 4, 5, 6].map(() => {
      const begun = process.cpuUsage();
      expect(selfCrossing([turned])).toBeNull();
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1000;
    });
    expect(Math.min(...took)).toBeLessThan(100);
  },
);
