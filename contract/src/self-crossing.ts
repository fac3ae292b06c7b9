import type { Point } from './fence-geometry.ts';

interface Edge {
  a: Point;
  b: Point;
  ring: number;
  index: number;
  /** How many edges its ring has. */
  count: number;
  left: number;
  right: number;
  low: number;
  high: number;
}

const cross = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
const dot = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.x - o.x) + (a.y - o.y) * (b.y - o.y);

function edgeOf(a: Point, b: Point, place: Pick<Edge, 'ring' | 'index' | 'count'>): Edge {
  const [left, right] = a.x < b.x ? [a.x, b.x] : [b.x, a.x];
  const [low, high] = a.y < b.y ? [a.y, b.y] : [b.y, a.y];
  return { a, b, ...place, left, right, low, high };
}

/**
 * Where the edges of closed rings cross, touch or lie on each other; null where they do not. A sweep from west to east:
 * each edge is held against those that it overlaps.
 */
export function selfCrossing(rings: readonly (readonly Point[])[]): Point | null {
  const edges = rings
    .flatMap((corners, ring) =>
      corners.map((a, index): Edge => {
        const { length: count } = corners;
        return edgeOf(a, corners[(index + 1) % count] ?? a, { ring, index, count });
      }),
    )
    .toSorted((one, other) => one.left - other.left);
  const open: Edge[] = [];
  for (const edge of edges) {
    // In place and by kept numbers: of a comb with thousands of teeth each edge is held against each other.
    let kept = 0;
    for (const other of open) {
      if (other.right < edge.left) continue;
      open[kept++] = other;
      if (other.high < edge.low || edge.high < other.low) continue;
      const found = meeting(edge, other);
      if (found) return found;
    }
    open.length = kept;
    open.push(edge);
  }
  return null;
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

/** Two edges that follow each other meet in their corner; more than that only where the second goes back on the first. */
function foldAt(first: Edge, second: Edge): Point | null {
  const corner = first.b;
  return cross(corner, first.a, second.b) === 0 && dot(corner, first.a, second.b) > 0 ? corner : null;
}

const isBetween = (a: Point, b: Point, { x, y }: Point) =>
  x >= Math.min(a.x, b.x) && x <= Math.max(a.x, b.x) && y >= Math.min(a.y, b.y) && y <= Math.max(a.y, b.y);
