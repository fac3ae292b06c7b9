import type { Fence } from './fence.ts';
import { type Coordinates, deltaLon, EARTH_RADIUS_M } from './geo.ts';
import { holdsPlace, type Outline, type RingTree } from './outline.ts';

/** A geofence with the index of its outline; null where all edges of the shape are checked. */
export interface IndexedFence extends Fence {
  outline: Outline | null;
  /** For an area that can be crossed between two fixes; omitted for all others. */
  ringTrees?: readonly RingTree[];
}

/**
 * One level of the index: an open-addressing hash table in plain arrays. Every position is looked up, and a `Map` takes
 * three times as long because its keys exceed small integers.
 */
export interface Level {
  perDegree: number;
  /**
   * A bitmap over the hashes of occupied cells, with 16 or more bits per cell: small enough for the CPU cache, so that
   * coordinates in an empty cell, the usual case, need no table look-up.
   */
  sieve: Int32Array;
  /**
   * For each slot: the cell (-1 if empty), the start and the end of its geofences in `fences`, and a padding number, so
   * that a slot fits one cache line. The number of slots is a power of two.
   */
  slots: Float64Array;
  fences: readonly IndexedFence[];
  /** `FIELDS` numbers for each entry of `fences`. */
  boxes: Float64Array;
}

/**
 * A vehicle can be in at most this many geofences simultaneously, the oldest ones, and can enter or pass no more
 * between two fixes: the work per position must be bounded.
 */
export const MAX_SIMULTANEOUS_FENCES = 200;
/** Outlets and depots allow more: a bazaar has hundreds of shops within the size of one area. */
export const MAX_SIMULTANEOUS_PLACES = 1000;

/** From this many on, searching a list of geofences takes longer than a set look-up. */
export const MANY_FENCES = 8;

/** All geofences of an organisation, indexed by coordinates. Immutable: build a new index after an edit. */
export interface FenceIndex {
  byId: ReadonlyMap<number, IndexedFence>;
  levels: readonly Level[];
  /** The levels of the geofences that can be crossed between two fixes; most indexes have none. */
  crossed: readonly Level[];
}

/** Factor of a cell's row in its key. */
export const ROW = 1_000_000;
/**
 * A margin of a tenth of a millimetre around each box, in degrees: near the 180th meridian the containment test has a
 * rounding error of some 1e-13 degrees, and the box must not be stricter than the test.
 */
export const ROUNDING_DEG = 1e-9;

export const SLOT = 4;
/**
 * The numbers stored for a geofence's box: south, north, west and east. For a small circle also the squared distances
 * (in metres, on a plane) within which coordinates are surely inside and beyond which they are surely outside, and the
 * metres per degree of longitude. The last number is padding for the cache.
 */
export const FIELDS = 8;
/** Metres per degree of latitude. */
export const DEGREE_M = (Math.PI / 180) * EARTH_RADIUS_M;

const NONE: readonly IndexedFence[] = [];
/** Beyond these latitudes a leg would pass through too many cells. */
const CROSSED_LAT = 85;

/**
 * Returns the geofences that can be crossed between two fixes and whose box touches the straight line between them, by
 * id, without excluded ones. The fixes must be at most some kilometres apart. If there are more than `MAX_SIMULTANEOUS_FENCES`,
 * those with the lowest ids are returned.
 */
export function fencesNearLeg(
  { crossed }: FenceIndex,
  from: Coordinates,
  to: Coordinates,
  excluded?: Pick<ReadonlySet<number>, 'has'>,
): readonly IndexedFence[] {
  if (crossed.length === 0 || Math.max(Math.abs(from.lat), Math.abs(to.lat)) > CROSSED_LAT) return NONE;
  const found = new Map<number, IndexedFence>();
  const east = deltaLon(from.lon, to.lon);
  const [south, north] = [Math.min(from.lat, to.lat), Math.max(from.lat, to.lat)];
  const lonAt = (lat: number) =>
    from.lon + (to.lat === from.lat ? 0 : Math.min(1, Math.max(0, (lat - from.lat) / (to.lat - from.lat))) * east);
  const collect = (level: Level, row: number, column: number) => {
    const { perDegree, sieve, slots, fences, boxes } = level;
    const hash = hashOf(row, column);
    if (((sieve[(hash >>> 5) & (sieve.length - 1)] ?? 0) & (1 << hash)) === 0) return;
    const slot = slotOf(slots, hash, keyOf(row, column));
    const end = slots[slot + 2] ?? 0;
    for (let index = slots[slot + 1] ?? 0; index < end; index += 1) {
      const fence = fences[index];
      const box = index * FIELDS;
      if (!fence || found.has(fence.id) || (boxes[box] ?? NaN) > north || (boxes[box + 1] ?? NaN) < south) continue;
      // Longitudes of the cell itself, so that a line over the 180th meridian finds both parts.
      const shift = from.lon + east / 2 - ((column + 0.5) / perDegree - 180);
      const turn = shift > 180 ? 360 : shift < -180 ? -360 : 0;
      const [west, last] = [Math.min(from.lon, from.lon + east) - turn, Math.max(from.lon, from.lon + east) - turn];
      if ((boxes[box + 2] ?? NaN) <= last && (boxes[box + 3] ?? NaN) >= west) found.set(fence.id, fence);
    }
  };
  for (const level of crossed) {
    const { perDegree } = level;
    const columns = 360 * perDegree;
    const lastRow = Math.floor((north + 90) * perDegree);
    for (let row = Math.floor((south + 90) * perDegree); row <= lastRow; row += 1) {
      // The part of the line within the row; the whole line if it runs along a parallel.
      const ends =
        to.lat === from.lat
          ? [from.lon, from.lon + east]
          : [lonAt(Math.max(south, row / perDegree - 90)), lonAt(Math.min(north, (row + 1) / perDegree - 90))];
      const first = Math.floor((Math.min(...ends) - ROUNDING_DEG + 180) * perDegree);
      const last = Math.floor((Math.max(...ends) + ROUNDING_DEG + 180) * perDegree);
      for (let column = first; column <= last; column += 1) {
        collect(level, row, ((column % columns) + columns) % columns);
      }
    }
  }
  const list = [...found.values()].filter(({ id }) => excluded?.has(id) !== true).toSorted((a, b) => a.id - b.id);
  return list.slice(0, MAX_SIMULTANEOUS_FENCES);
}

/**
 * Returns the geofences that contain the given coordinates, in no particular order, without excluded ones. If there are
 * more than `most`, those with the lowest ids are returned.
 */
export function fencesAt(
  index: FenceIndex,
  place: Coordinates,
  excluded?: Pick<ReadonlySet<number>, 'has'>,
  most = MAX_SIMULTANEOUS_FENCES,
): readonly IndexedFence[] {
  const { lat, lon } = place;
  let found: IndexedFence[] | null = null;
  for (const { perDegree, sieve, slots, fences, boxes } of index.levels) {
    const row = Math.floor((lat + 90) * perDegree);
    const column = Math.floor((lon + 180) * perDegree);
    const hash = hashOf(row, column);
    if (((sieve[(hash >>> 5) & (sieve.length - 1)] ?? 0) & (1 << hash)) === 0) continue;
    const slot = slotOf(slots, hash, keyOf(row, column));
    const end = slots[slot + 2] ?? 0;
    for (let at = slots[slot + 1] ?? 0; at < end; at += 1) {
      if (!isWithin(boxes, at * FIELDS, lat, lon)) continue;
      const fence = fences[at];
      const sure = isSurely(boxes, at * FIELDS, lat, lon);
      if (fence && (sure ?? holdsPlace(fence, place))) (found ??= []).push(fence);
    }
  }
  if (!found) return NONE;
  if (excluded) found = found.filter(({ id }) => !excluded.has(id));
  return found.length > most ? found.toSorted((a, b) => a.id - b.id).slice(0, most) : found;
}

function isWithin(boxes: Float64Array, box: number, lat: number, lon: number): boolean {
  // A missing number is NaN, which lies in no box.
  if (!(lat >= (boxes[box] ?? NaN) && lat <= (boxes[box + 1] ?? NaN))) return false;
  return lon >= (boxes[box + 2] ?? NaN) && lon <= (boxes[box + 3] ?? NaN);
}

/**
 * True or false when the coordinates are surely inside or outside a small circle; null where this has to be computed
 * exactly.
 */
function isSurely(boxes: Float64Array, box: number, lat: number, lon: number): boolean | null {
  const north = (lat - ((boxes[box] ?? 0) + (boxes[box + 1] ?? 0)) / 2) * DEGREE_M;
  const east = (lon - ((boxes[box + 2] ?? 0) + (boxes[box + 3] ?? 0)) / 2) * (boxes[box + 6] ?? NaN);
  const squared = north * north + east * east;
  if (squared < (boxes[box + 4] ?? NaN)) return true;
  return squared > (boxes[box + 5] ?? NaN) ? false : null;
}

/** The key of a cell: a whole number. */
export const keyOf = (row: number, column: number) => row * ROW + column;

/** A 32-bit hash of a cell. */
export function hashOf(row: number, column: number): number {
  const mixed = Math.imul(row, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Returns the index of a cell's slot, or of the empty slot where it belongs if it has no geofences. */
export function slotOf(slots: Float64Array, hash: number, key: number): number {
  const mask = slots.length - 1;
  let slot = (hash * SLOT) & mask;
  while (slots[slot] !== key && slots[slot] !== -1) slot = (slot + SLOT) & mask;
  return slot;
}
