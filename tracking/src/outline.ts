import { contains, type Shape } from './fence.ts';
import { deltaLon, inRing, type Place } from './geo.ts';
import { guardOf, inRows, type RingRows, ringRows } from './ring-rows.ts';
import { isNearLine, type SegmentTree, segmentTree } from './segment-tree.ts';

/** The edges of a ring as an R-tree, the first corner again at its end; null where they are few and walked. */
export type RingTree = SegmentTree | null;

/** The rings of an area that are looked up by the lines between fixes. */
export function ringTreesOf(shape: Shape): readonly RingTree[] {
  if (shape.kind !== 'polygon') return [];
  return shape.rings.map((ring) => (ring.length < MANY_CORNERS ? null : segmentTree(closed(ring))));
}

export const closed = (ring: readonly Place[]): readonly Place[] => [...ring, ...ring.slice(0, 1)];

/** A shape of many corners, indexed so that asking for a place costs little whatever their number. */
export type Outline =
  | { kind: 'polygon'; rings: readonly IndexedRing[] }
  | { kind: 'corridor'; tree: SegmentTree; halfWidthM: number };

interface IndexedRing {
  corners: readonly Place[];
  /** Null where there are few, or where they cannot be indexed: these are walked. */
  rows: RingRows | null;
  /** A place outside of it is outside of the ring; its longitudes count on from the last corner. */
  box: { south: number; north: number; west: number; east: number; guardDeg: number };
}

/** Fewer corners than this are walked as fast. */
const MANY_CORNERS = 24;

/** The index of a shape; null where it is walked as it is. Some milliseconds for 5,000 corners. */
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

/** The same answer as `contains` gives for its shape, bit for bit. */
export function outlineHolds(outline: Outline, place: Place): boolean {
  if (outline.kind === 'corridor') return isNearLine(outline.tree, place, outline.halfWidthM);
  let isHole = false;
  for (const ring of outline.rings) {
    if (isInRing(ring, place) === isHole) return false;
    isHole = true;
  }
  return true;
}

function isInRing({ corners, rows, box }: IndexedRing, { lat, lon }: Place): boolean {
  // A line to the east crosses a ring as often as not where all of it is to the east, and never where it is to the west.
  if (!(lat >= box.south && lat < box.north)) return false;
  const first = corners[corners.length - 1];
  const firstEast = first ? deltaLon(lon, first.lon) : 0;
  const guardDeg = box.guardDeg * Math.max(1, Math.abs(firstEast) / 360);
  if (firstEast + box.west > guardDeg || firstEast + box.east < -guardDeg) return false;
  return (rows && inRows(rows, lat, lon)) ?? inRing(lat, lon, corners);
}

function boxOfRing(corners: readonly Place[]): IndexedRing['box'] {
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

/** Whether a place is in a shape, by its index where it has one. */
export function holdsPlace({ shape, outline }: { shape: Shape; outline: Outline | null }, place: Place): boolean {
  return outline ? outlineHolds(outline, place) : contains(shape, place);
}

function cornersOf(rings: readonly (readonly Place[])[]): number {
  return rings.reduce((sum, { length }) => sum + length, 0);
}
