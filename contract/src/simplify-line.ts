import type { Place } from './fence-shape-types.ts';
import { type Point, unwrap } from './fence-geometry.ts';

/** The average number of visits to each point; the outline of a coast needs some twenty. */
const LOOKS_A_POINT = 60;
const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

/**
 * Thins a line so that none of its points is farther than `toleranceM` from the result (Douglas and Peucker 1973); the
 * first and last points stay. A line that cannot be thinned, such as a comb, would take a visit of each point for every
 * point: there it stops at a budget, and leaves the rest unchanged.
 */
export function simplifyLine(line: readonly Place[], toleranceM: number): Place[] {
  const shrink = Math.cos(((line[0]?.lat ?? 0) * Math.PI) / 180);
  const points = unwrap(line).map(({ x, y }) => ({ x: x * shrink * METRES_PER_DEGREE, y: y * METRES_PER_DEGREE }));
  const retained = new Set([0, line.length - 1]);
  const open: [from: number, to: number][] = [[0, line.length - 1]];
  let looks = line.length * LOOKS_A_POINT;
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    looks -= to - from;
    if (looks < 0) {
      for (let at = from; at <= to; at += 1) retained.add(at);
      continue;
    }
    const farthest = farthestOf(points, from, to);
    if (farthest.distance <= toleranceM) continue;
    retained.add(farthest.index);
    open.push([from, farthest.index], [farthest.index, to]);
  }
  return line.filter((_, index) => retained.has(index));
}

function farthestOf(points: readonly Point[], from: number, to: number): { index: number; distance: number } {
  const [a, b] = [points[from], points[to]];
  let [index, distance] = [from, 0];
  if (!a || !b) return { index, distance };
  for (let at = from + 1; at < to; at += 1) {
    const each = points[at];
    const away = each ? distanceTo(each, a, b) : 0;
    if (away > distance) [index, distance] = [at, away];
  }
  return { index, distance };
}

/** The distance from a point to the line between two others; to the single point if they are equal, as in a ring. */
function distanceTo(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / length));
  return Math.hypot(point.x - a.x - along * dx, point.y - a.y - along * dy);
}
