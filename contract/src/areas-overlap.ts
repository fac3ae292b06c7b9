import type { Place } from './fence-shape-types.ts';
import { type Point, unwrap } from './fence-geometry.ts';

/** Tolerated overlap of two outlines in metres, since nobody draws the same border twice. */
export const TOLERATED_OVERLAP_M = 2;
const METRES_PER_DEGREE = 111_195;
/** The number of edge comparisons until the check gives up: some 0.1 s. Hand-drawn borders need a hundredth of it. */
const MAX_COMPARISONS = 20_000_000;

/** The remaining budget for comparing outlines. */
export interface ComparisonBudget {
  left: number;
}
export const newComparisonBudget = (): ComparisonBudget => ({ left: MAX_COMPARISONS });

/** Thrown when outlines have so many and so dense corners that comparing them would block the server. */
export class OutlineTooDetailed extends Error {}

interface Edge {
  from: Point;
  to: Point;
}

/**
 * Returns a point that lies in both outlines, more than `TOUCH_M` from the edges of either; null if they are separate
 * or only touch. An outline is a ring of corners without a repeated last corner, and can cross the 180th meridian.
 * @param looks budget shared by outlines that are compared together
 * @throws TooDetailed when the budget is used up
 */
export function overlapOf(
  a: readonly Place[],
  b: readonly Place[],
  looks: ComparisonBudget = newComparisonBudget(),
): Place | null {
  const [first] = a;
  if (!first) return null;
  // A plane in metres is precise enough: territories are no larger than countries, and only points near the common
  // border matter.
  const scale = Math.cos((first.lat * Math.PI) / 180);
  const plane = (corners: readonly Place[]) =>
    unwrap(corners, first.lon).map(({ x, y }) => ({ x: x * scale * METRES_PER_DEGREE, y: y * METRES_PER_DEGREE }));
  const [outlineA, outlineB] = [new Outline(plane(a), looks), new Outline(plane(b), looks)];
  const found = deepIn(outlineA, outlineB) ?? deepIn(outlineB, outlineA);
  if (!found) return null;
  const lon = found.x / METRES_PER_DEGREE / scale;
  return { lat: found.y / METRES_PER_DEGREE, lon: ((((lon + 180) % 360) + 360) % 360) - 180 };
}

/**
 * An outline with its edges indexed by latitude, so that a comb of thousands of teeth is not searched for each of them.
 */
class Outline {
  readonly edges: readonly Edge[];
  readonly box: PlaneBox;
  readonly #rows: Edge[][];
  readonly #rowM: number;
  readonly #looks: ComparisonBudget;

  constructor(ring: readonly Point[], looks: ComparisonBudget) {
    this.edges = edgesOf(ring);
    this.box = boxOf(ring);
    this.#looks = looks;
    const rows = 4 * Math.ceil(Math.sqrt(ring.length));
    this.#rowM = (this.box.north - this.box.south) / rows || 1;
    this.#rows = Array.from({ length: rows }, () => []);
    for (const edge of this.edges) {
      const touched = this.#between(edge.from.y, edge.to.y);
      this.#spend(touched.length);
      for (const row of touched) row.push(edge);
    }
  }

  /** The points where an edge is cut, as fractions of its length. */
  cuts(edge: Edge): Set<number> {
    const cuts = new Set<number>();
    this.#look(edge.from.y, edge.to.y, (one) => {
      const cut = cutAt(edge, one);
      if (cut !== null) cuts.add(cut);
      return false;
    });
    return cuts;
  }

  /** True when a point lies inside, more than `TOUCH_M` from each edge. */
  holds(point: Point): boolean {
    const { x, y } = point;
    const { west, east, south, north } = this.box;
    if (x < west || x > east || y < south || y > north) return false;
    if (this.#look(y - TOLERATED_OVERLAP_M, y + TOLERATED_OVERLAP_M, (edge) => isNear(edge, point))) return false;
    let inside = false;
    this.#look(y, y, ({ from, to }) => {
      if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
      return false;
    });
    return inside;
  }

  /** Visits the edges that can lie in this range, some of them more than once, until `isIt` returns true. */
  #look(from: number, to: number, isIt: (edge: Edge) => boolean): boolean {
    for (const row of this.#between(from, to)) {
      this.#spend(row.length);
      for (const edge of row) if (isIt(edge)) return true;
    }
    return false;
  }

  #between(one: number, other: number): Edge[][] {
    const row = (y: number) => Math.floor((y - this.box.south) / this.#rowM);
    const last = this.#rows.length - 1;
    const [from, to] = [row(Math.min(one, other)), row(Math.max(one, other))];
    // Only the northern end lies above the last row.
    return from > last + 1 || to < 0 ? [] : this.#rows.slice(Math.min(last, Math.max(0, from)), to + 1);
  }

  #spend(looks: number): void {
    this.#looks.left -= looks;
    if (this.#looks.left < 0) throw new OutlineTooDetailed('outlines that are too detailed to compare');
  }
}

/** Returns a point just inside the edges of `outline` that is also well inside `other`. */
function deepIn(outline: Outline, other: Outline): Point | null {
  for (const edge of outline.edges) {
    if (!meets(boxOf([edge.from, edge.to]), other.box)) continue;
    const cuts = [...new Set([0, ...other.cuts(edge), 1])].toSorted((a, b) => a - b);
    for (const [index, cut] of cuts.entries()) {
      const middle = along(edge, (cut + (cuts[index + 1] ?? cut)) / 2);
      const found = besides(edge, middle).find((point) => other.holds(point) && outline.holds(point));
      if (found) return found;
    }
  }
  return null;
}

const edgesOf = (ring: readonly Point[]): Edge[] =>
  ring.map((from, index) => ({ from, to: ring[(index + 1) % ring.length] ?? from }));

const along = ({ from, to }: Edge, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** Points on both sides of an edge, far enough from it to be well inside the outline. */
function besides({ from, to }: Edge, { x, y }: Point): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return [];
  const [dx, dy] = [
    (-(to.y - from.y) / length) * 2 * TOLERATED_OVERLAP_M,
    ((to.x - from.x) / length) * 2 * TOLERATED_OVERLAP_M,
  ];
  return [
    { x: x + dx, y: y + dy },
    { x: x - dx, y: y - dy },
  ];
}

/** Where an edge crosses another, as a fraction of its length. */
function cutAt({ from, to }: Edge, other: Edge): number | null {
  const rx = to.x - from.x;
  const ry = to.y - from.y;
  const sx = other.to.x - other.from.x;
  const sy = other.to.y - other.from.y;
  const turn = rx * sy - ry * sx;
  if (turn === 0) return null;
  const qx = other.from.x - from.x;
  const qy = other.from.y - from.y;
  const here = (qx * sy - qy * sx) / turn;
  if (here <= 0 || here >= 1) return null;
  const there = (qx * ry - qy * rx) / turn;
  return there >= 0 && there <= 1 ? here : null;
}

/** True when an edge passes a point within `TOUCH_M`. */
function isNear({ from, to }: Edge, { x, y }: Point): boolean {
  if (Math.min(from.x, to.x) > x + TOLERATED_OVERLAP_M || Math.max(from.x, to.x) < x - TOLERATED_OVERLAP_M)
    return false;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / square;
  const on = Math.min(1, Math.max(0, part));
  return (x - from.x - dx * on) ** 2 + (y - from.y - dy * on) ** 2 <= TOLERATED_OVERLAP_M ** 2;
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
