import { contains, type Shape } from './fence.ts';
import { deltaLon, inRing, type Coordinates } from './geo.ts';
import { guardOf, inRows, type RingRows, ringRows } from './ring-rows.ts';
import { isNearLine, type SegmentTree, segmentTree } from './segment-tree.ts';

/** The edges of a ring as an R-tree, closed with the first corner; null where they are few and checked one by one. */
export type RingTree = SegmentTree | null;

/** Returns the rings of an area for look-ups of lines between fixes. */
export function ringTreesOf(shape: Shape): readonly RingTree[] {
  if (shape.kind !== 'polygon') return [];
  return shape.rings.map((ring) => (ring.length < MANY_CORNERS ? null : segmentTree(closed(ring))));
}

export const closed = (ring: readonly Coordinates[]): readonly Coordinates[] => [...ring, ...ring.slice(0, 1)];

/** A shape with many corners, indexed so that a containment test is cheap whatever their number. */
export type Outline =
  | { kind: 'polygon'; rings: readonly IndexedRing[] }
  | { kind: 'corridor'; tree: SegmentTree; halfWidthM: number };

interface IndexedRing {
  corners: readonly Coordinates[];
  /** Null where there are few, or where they cannot be indexed: these are checked one by one. */
  rows: RingRows | null;
  /** Coordinates outside this box are outside the ring; its longitudes accumulate from the last corner. */
  box: { south: number; north: number; west: number; east: number; guardDeg: number };
}

/** With fewer corners than this, checking all edges is as fast. */
const MANY_CORNERS = 24;

/** Returns the index of a shape; null where all edges are checked. Takes some milliseconds for 5,000 corners. */
export function outlineOf(shape: Shape): Outline | null {
  if (shape.kind === 'corridor') {
    const tree = shape.line.length < MANY_CORNERS ? null : segmentTree(shape.line);
    return tree && { kind: 'corridor', tree, halfWidthM: shape.halfWidthM };
  }
  if (shape.kind !== 'polygon' || cornersOf(shape.rings) < MANY_CORNERS) return null;
  const rings = shape.rings.map((corners) => {
    return { corners, rows: corners.length < MANY_CORNERS ? null : ringRows(corners), box: boxOfRing(corners) };
  });
  return { kind: 'polygon', rings };
}

/** Returns exactly what `contains` returns for its shape. */
export function outlineContains(outline: Outline, place: Coordinates): boolean {
  if (outline.kind === 'corridor') return isNearLine(outline.tree, place, outline.halfWidthM);
  let isInner = false;
  for (const ring of outline.rings) {
    if (isInRing(ring, place) === isInner) return false;
    isInner = true;
  }
  return true;
}

function isInRing({ corners, rows, box }: IndexedRing, { lat, lon }: Coordinates): boolean {
  // A ray to the east crosses a ring an even number of times if all of the ring is to the east, and never if it is to
  // the west.
  if (!(lat >= box.south && lat < box.north)) return false;
  const first = corners[corners.length - 1];
  const firstEast = first ? deltaLon(lon, first.lon) : 0;
  const guardDeg = box.guardDeg * Math.max(1, Math.abs(firstEast) / 360);
  if (firstEast + box.west > guardDeg || firstEast + box.east < -guardDeg) return false;
  return (rows && inRows(rows, lat, lon)) ?? inRing(lat, lon, corners);
}

function boxOfRing(corners: readonly Coordinates[]): IndexedRing['box'] {
  let [south, north, west, east, reached] = [Infinity, -Infinity, 0, 0, 0];
  let from = corners[corners.length - 1];
  for (const to of corners) {
    reached += from ? deltaLon(from.lon, to.lon) : 0;
    from = to;
    south = Math.min(south, to.lat);
    north = Math.max(north, to.lat);
    west = Math.min(west, reached);
    east = Math.max(east, reached);
  }
  return { south, north, west, east, guardDeg: guardOf(corners.length, Math.max(east, -west)) };
}

/** True when coordinates are in a shape; uses its index if it has one. */
export function holdsPlace({ shape, outline }: { shape: Shape; outline: Outline | null }, place: Coordinates): boolean {
  return outline ? outlineContains(outline, place) : contains(shape, place);
}

function cornersOf(rings: readonly (readonly Coordinates[])[]): number {
  return rings.reduce((sum, { length }) => sum + length, 0);
}
