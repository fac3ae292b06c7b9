import { AreaHeap, at } from './area-heap.ts';

/** Metres of one degree of latitude on the sphere of domain.md (6,371,008.8 m). */
const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

interface Point {
  lat: number;
  lon: number;
}

/**
 * Thins a line to at most `maxPoints` (2 or more) points in their order, first and last kept: again and again the point
 * goes that spans the smallest triangle with its neighbours (Visvalingam and Whyatt 1993). Standing still and straight
 * stretches go first, corners last. O(n log n).
 */
export function simplify<P extends Point>(points: readonly P[], maxPoints: number): P[] {
  const count = points.length;
  if (count <= Math.max(2, maxPoints)) return [...points];
  const { x, y } = project(points);
  const before = Int32Array.from({ length: count }, (_, i) => i - 1);
  const after = Int32Array.from({ length: count }, (_, i) => i + 1);
  const area = (i: number) => triangle(x, y, at(before, i), i, at(after, i));
  const heap = new AreaHeap(count);
  for (let i = 1; i < count - 1; i++) heap.set(i, area(i));
  for (let left = count; left > maxPoints; left--) {
    const { index, area: removed } = heap.pop();
    const [previous, next] = [at(before, index), at(after, index)];
    after[previous] = next;
    before[next] = previous;
    // Never below what was just removed: else a point would go early only because its neighbour did.
    if (previous > 0) heap.set(previous, Math.max(removed, area(previous)));
    if (next < count - 1) heap.set(next, Math.max(removed, area(next)));
  }
  const kept = new Uint8Array(count);
  for (let i = 0; i < count; i = at(after, i)) kept[i] = 1;
  return points.filter((_, i) => kept[i] === 1);
}

/** Metres east and north of the first point; a line that crosses the antimeridian stays in one piece. */
function project(points: readonly Point[]): { x: Float64Array; y: Float64Array } {
  const x = new Float64Array(points.length);
  const y = new Float64Array(points.length);
  const [origin = { lat: 0, lon: 0 }] = points;
  const shrink = Math.cos((origin.lat * Math.PI) / 180);
  points.forEach((point, i) => {
    const lon = ((((point.lon - origin.lon + 180) % 360) + 360) % 360) - 180;
    x[i] = lon * shrink * METRES_PER_DEGREE;
    y[i] = (point.lat - origin.lat) * METRES_PER_DEGREE;
  });
  return { x, y };
}

function triangle(x: Float64Array, y: Float64Array, a: number, b: number, c: number): number {
  const cross = (at(x, b) - at(x, a)) * (at(y, c) - at(y, a)) - (at(x, c) - at(x, a)) * (at(y, b) - at(y, a));
  return Math.abs(cross) / 2;
}
