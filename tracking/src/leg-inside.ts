import type { IndexedFence } from './fence-index.ts';
import { between, deltaLon, EARTH_RADIUS_M, type Coordinates } from './geo.ts';
import { closed, holdsPlace } from './outline.ts';
import { segmentsNear } from './segment-tree.ts';

/** A part of a straight line between two coordinates: 0 at its beginning, 1 at its end. */
export interface LegPart {
  from: number;
  to: number;
}

/** Shorter parts come from rounding, where the line only touches a corner. */
const MIN_SHARE = 1e-9;

const RADIANS = Math.PI / 180;

/**
 * Returns the part of the straight line between two coordinates from its first point inside a geofence to its last;
 * null if none is inside. The coordinates are at most some kilometres apart.
 * @param work counts the segments that were checked, so that the caller can stop
 */
export function partInside(
  fence: IndexedFence,
  from: Coordinates,
  to: Coordinates,
  work: { segments: number } = { segments: 0 },
): LegPart | null {
  const parts = partsInside(fence, from, to, work);
  const begins = holdsPlace(fence, from);
  const ends = holdsPlace(fence, to);
  if (begins) parts.push(0);
  if (ends) parts.push(1);
  if (parts.length === 0) return null;
  const [first, last] = [parts.reduce((a, b) => Math.min(a, b)), parts.reduce((a, b) => Math.max(a, b))];
  // It touches a corner from outside.
  if (!begins && !ends && last - first <= MIN_SHARE) return null;
  return { from: first, to: last };
}

/** Returns where the line enters or leaves, in no order. */
function partsInside(
  { shape, outline, ringTrees }: IndexedFence,
  from: Coordinates,
  to: Coordinates,
  work: { segments: number },
) {
  if (shape.kind === 'circle') return withinCircle(shape.centre, shape.radiusM, from, to);
  const found: number[] = [];
  const consider = (
    line: readonly Coordinates[],
    segment: number,
    add: (a: Coordinates, b: Coordinates) => readonly number[],
  ) => {
    const [a, b] = [line[segment], line[segment + 1] ?? (line.length === 1 ? line[segment] : undefined)];
    work.segments += 1;
    if (a && b) found.push(...add(a, b));
  };
  if (shape.kind === 'polygon') {
    for (const [index, ring] of shape.rings.entries()) {
      const tree = ringTrees?.[index];
      const line = tree?.line ?? closed(ring);
      const edges = tree ? segmentsNear(tree, from, to, 0) : line.keys();
      for (const edge of edges) consider(line, edge, (a, b) => crossing(from, to, a, b));
    }
    return found;
  }
  const { line, halfWidthM } = shape;
  const near = outline?.kind === 'corridor' ? segmentsNear(outline.tree, from, to, halfWidthM) : line.keys();
  for (const segment of near) consider(line, segment, (a, b) => withinCapsule(from, to, a, b, halfWidthM));
  return found;
}

/** Returns where a line crosses an edge of an area, which is straight in degrees. */
function crossing(from: Coordinates, to: Coordinates, a: Coordinates, b: Coordinates): readonly number[] {
  const [dx, dy] = [deltaLon(from.lon, to.lon), to.lat - from.lat];
  const [px, py] = [deltaLon(from.lon, a.lon), a.lat - from.lat];
  const [ex, ey] = [deltaLon(a.lon, b.lon), b.lat - a.lat];
  const across = dx * ey - dy * ex;
  if (across === 0) return [];
  const along = (px * ey - py * ex) / across;
  const onEdge = (px * dy - py * dx) / across;
  return along >= 0 && along <= 1 && onEdge >= 0 && onEdge <= 1 ? [along] : [];
}

/**
 * Returns where a line is within a circle, by Stewart's theorem: from the distances of its ends, computed exactly as in
 * `contains`.
 */
function withinCircle(centre: Coordinates, radiusM: number, from: Coordinates, to: Coordinates): number[] {
  const [length, first, last] = [between(from, to), between(centre, from), between(centre, to)];
  return [...roots(length ** 2, last ** 2 - first ** 2 - length ** 2, first ** 2 - radiusM ** 2)];
}

/** Returns both ends of the range within 0 to 1 where `a x² + b x + c` is 0 or less, or an empty list. */
function roots(a: number, b: number, c: number): readonly number[] {
  const under = b * b - 4 * a * c;
  if (a === 0 || under < 0) return [];
  return clipped((-b - Math.sqrt(under)) / (2 * a), (-b + Math.sqrt(under)) / (2 * a));
}

function clipped(low: number, high: number): readonly number[] {
  const [from, to] = [Math.max(0, low), Math.min(1, high)];
  return from <= to ? [from, to] : [];
}

/**
 * Returns where a line is within the given distance of a segment, on a plane that touches the earth at its beginning.
 */
function withinCapsule(
  from: Coordinates,
  to: Coordinates,
  a: Coordinates,
  b: Coordinates,
  metres: number,
): readonly number[] {
  const scale = RADIANS * EARTH_RADIUS_M;
  const shrink = Math.cos(((from.lat + to.lat) / 2) * RADIANS) * scale;
  const [dx, dy] = [deltaLon(from.lon, to.lon) * shrink, (to.lat - from.lat) * scale];
  const [ax, ay] = [deltaLon(from.lon, a.lon) * shrink, (a.lat - from.lat) * scale];
  const [ex, ey] = [deltaLon(a.lon, b.lon) * shrink, (b.lat - a.lat) * scale];
  const round = (x: number, y: number) =>
    roots(dx * dx + dy * dy, -2 * (dx * x + dy * y), x * x + y * y - metres * metres);
  const found = [...round(ax, ay), ...round(ax + ex, ay + ey)];
  const length = Math.hypot(ex, ey);
  if (length === 0) return found;
  // Along the segment and across it; both change evenly on the line.
  const along = span(-(ax * ex + ay * ey) / length, (dx * ex + dy * ey) / length, 0, length);
  const across = span((ax * ey - ay * ex) / length, (dy * ex - dx * ey) / length, -metres, metres);
  const middle = clipped(Math.max(along[0], across[0]), Math.min(along[1], across[1]));
  return [...found, ...middle];
}

/** Returns the range over which a number that begins at `start` and changes by `change` lies between two others. */
function span(start: number, change: number, low: number, high: number): readonly [number, number] {
  if (change === 0) return start >= low && start <= high ? [0, 1] : [2, -1];
  const [a, b] = [(low - start) / change, (high - start) / change];
  return [Math.min(a, b), Math.max(a, b)];
}
