import type { Place } from './fence-shape-types.ts';
import { isInRing, type Point, unwrap } from './fence-geometry.ts';

/** Outlines may run into each other by so much, metres: nobody draws the same border twice. */
export const TOUCH_M = 2;
const METRES_PER_DEGREE = 111_195;

interface Edge {
  from: Point;
  to: Point;
}

/**
 * A place that lies in both outlines, more than `TOUCH_M` from the edges of either; null where they are apart or only
 * touch. An outline is a ring of corners of which none is repeated at the end, over the 180th meridian too.
 */
export function overlapOf(a: readonly Place[], b: readonly Place[]): Place | null {
  const [first] = a;
  if (!first) return null;
  // On a plane in metres: territories are no larger than countries, and what counts is near their common border.
  const scale = Math.cos((first.lat * Math.PI) / 180);
  const plane = (corners: readonly Place[]) =>
    unwrap(corners, first.lon).map(({ x, y }) => ({ x: x * scale * METRES_PER_DEGREE, y: y * METRES_PER_DEGREE }));
  const [ringA, ringB] = [plane(a), plane(b)];
  const found = deepIn(ringA, ringB) ?? deepIn(ringB, ringA);
  if (!found) return null;
  const lon = found.x / METRES_PER_DEGREE / scale;
  return { lat: found.y / METRES_PER_DEGREE, lon: ((((lon + 180) % 360) + 360) % 360) - 180 };
}

/** A point just within the edges of `ring` that is well inside of `other` too. */
function deepIn(ring: readonly Point[], other: readonly Point[]): Point | null {
  const [own, theirs] = [edgesOf(ring), edgesOf(other)];
  const box = boxOf(other);
  for (const edge of own) {
    if (!meets(boxOf([edge.from, edge.to]), box)) continue;
    const cuts = [0, ...theirs.flatMap((one) => cutAt(edge, one) ?? []), 1].toSorted((a, b) => a - b);
    for (const [index, cut] of cuts.entries()) {
      const middle = along(edge, (cut + (cuts[index + 1] ?? cut)) / 2);
      const found = besides(edge, middle).find((point) => isDeep(point, other, theirs) && isDeep(point, ring, own));
      if (found) return found;
    }
  }
  return null;
}

const isDeep = (point: Point, ring: readonly Point[], edges: readonly Edge[]): boolean =>
  isInRing(point, ring) && edges.every((edge) => distanceTo(edge, point) > TOUCH_M);

const edgesOf = (ring: readonly Point[]): Edge[] =>
  ring.map((from, index) => ({ from, to: ring[(index + 1) % ring.length] ?? from }));

const along = ({ from, to }: Edge, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** Points on both sides of an edge, far enough from it to be well inside of what it bounds. */
function besides({ from, to }: Edge, { x, y }: Point): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return [];
  const [dx, dy] = [(-(to.y - from.y) / length) * 2 * TOUCH_M, ((to.x - from.x) / length) * 2 * TOUCH_M];
  return [
    { x: x + dx, y: y + dy },
    { x: x - dx, y: y - dy },
  ];
}

/** Where an edge crosses another, as a part of its length. */
function cutAt({ from, to }: Edge, other: Edge): number | null {
  const [rx, ry] = [to.x - from.x, to.y - from.y];
  const [sx, sy] = [other.to.x - other.from.x, other.to.y - other.from.y];
  const turn = rx * sy - ry * sx;
  if (turn === 0) return null;
  const [qx, qy] = [other.from.x - from.x, other.from.y - from.y];
  const [here, there] = [(qx * sy - qy * sx) / turn, (qx * ry - qy * rx) / turn];
  return here > 0 && here < 1 && there >= 0 && there <= 1 ? here : null;
}

function distanceTo(edge: Edge, { x, y }: Point): number {
  const { from, to } = edge;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / square;
  const near = along(edge, Math.min(1, Math.max(0, part)));
  return Math.hypot(x - near.x, y - near.y);
}

const boxOf = (points: readonly Point[]) => ({
  west: points.reduce((least, { x }) => Math.min(least, x), Infinity),
  east: points.reduce((most, { x }) => Math.max(most, x), -Infinity),
  south: points.reduce((least, { y }) => Math.min(least, y), Infinity),
  north: points.reduce((most, { y }) => Math.max(most, y), -Infinity),
});
type PlaneBox = ReturnType<typeof boxOf>;

const meets = (a: PlaneBox, b: PlaneBox): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
