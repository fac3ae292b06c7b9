import type { Point } from './fence-geometry.ts';

interface Edge {
  a: Point;
  b: Point;
  ring: number;
  index: number;
  /** The number of edges of its ring. */
  count: number;
  /** The end that the sweep reaches first, and the other one. */
  from: Point;
  to: Point;
}

const cross = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
const dot = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.x - o.x) + (a.y - o.y) * (b.y - o.y);

/** The order of the sweep: from west to east, and from south to north on the same meridian. */
const order = (a: Point, b: Point) => a.x - b.x || a.y - b.y;

function edgeOf(a: Point, b: Point, place: Pick<Edge, 'ring' | 'index' | 'count'>): Edge {
  const [from, to] = order(a, b) <= 0 ? [a, b] : [b, a];
  return { a, b, ...place, from, to };
}

/**
 * The first point where edges of closed rings cross, touch or overlap; null if they do not. A sweep (Shamos and Hoey,
 * "Geometric intersection problems", 1976): the edges under the sweep line are ordered vertically, and of edges that
 * meet, two are neighbours beforehand. So each edge is only compared with its neighbours, however many teeth a comb
 * has.
 */
export function selfCrossing(rings: readonly (readonly Point[])[]): Point | null {
  const edges = rings.flatMap((corners, ring) =>
    corners.map((a, index): Edge => {
      const { length: count } = corners;
      return edgeOf(a, corners[(index + 1) % count] ?? a, { ring, index, count });
    }),
  );
  const events = edges
    .flatMap((edge) => [
      { edge, at: edge.from, ends: 0 },
      { edge, at: edge.to, ends: 1 },
    ])
    // At the same point, edges begin before others end; otherwise their contact would be missed.
    .toSorted((one, other) => order(one.at, other.at) || one.ends - other.ends);
  /** The edges under the sweep line, from south to north. */
  const passed: Edge[] = [];
  for (const { edge, ends } of events) {
    const place = ends ? passed.indexOf(edge) : placeOf(edge, passed);
    const below = passed[place - 1];
    const above = passed[ends ? place + 1 : place];
    const pairs = ends ? [[below, above] as const] : [[below, edge] as const, [edge, above] as const];
    for (const [one, other] of pairs) {
      const found = one && other ? meeting(one, other) : null;
      if (found) return found;
    }
    if (ends) passed.splice(place, 1);
    else passed.splice(place, 0, edge);
  }
  return null;
}

/** Where to insert a beginning edge among the edges under the sweep line. */
function placeOf(edge: Edge, passed: readonly Edge[]): number {
  let [low, high] = [0, passed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = passed[middle];
    if (other && isAbove(edge, other)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True when a beginning edge lies above another; if it begins on that one, its direction decides. */
function isAbove({ from, to }: Edge, other: Edge): boolean {
  return (cross(other.from, other.to, from) || cross(other.from, other.to, to)) > 0;
}

function meeting(one: Edge, other: Edge): Point | null {
  if (one.ring === other.ring) {
    if ((one.index + 1) % one.count === other.index) return foldAt(one, other);
    if ((other.index + 1) % other.count === one.index) return foldAt(other, one);
  }
  const { a, b } = one;
  const { a: c, b: d } = other;
  const [sideC, sideD, sideA, sideB] = [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)];
  if (sideC * sideD < 0 && sideA * sideB < 0) {
    const along = sideA / (sideA - sideB);
    return { x: a.x + along * (b.x - a.x), y: a.y + along * (b.y - a.y) };
  }
  if (sideC === 0 && isBetween(a, b, c)) return c;
  if (sideD === 0 && isBetween(a, b, d)) return d;
  if (sideA === 0 && isBetween(c, d, a)) return a;
  return sideB === 0 && isBetween(c, d, b) ? b : null;
}

/** Consecutive edges meet in their corner; they share more only if the second folds back onto the first. */
function foldAt(first: Edge, second: Edge): Point | null {
  const corner = first.b;
  return cross(corner, first.a, second.b) === 0 && dot(corner, first.a, second.b) > 0 ? corner : null;
}

const isBetween = (a: Point, b: Point, { x, y }: Point) =>
  x >= Math.min(a.x, b.x) && x <= Math.max(a.x, b.x) && y >= Math.min(a.y, b.y) && y <= Math.max(a.y, b.y);
