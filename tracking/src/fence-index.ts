import { type Box, boxOf, contains, type Fence } from './fence.ts';
import { between, deltaLon, EARTH_RADIUS_M, type Coordinates } from './geo.ts';
import { holdsPlace, type Outline, outlineOf, type RingTree, ringTreesOf } from './outline.ts';
import { isNearLine } from './segment-tree.ts';

/** A geofence with the index of its outline; null where all edges of the shape are checked. */
export interface IndexedFence extends Fence {
  outline: Outline | null;
  /** For an area that can be crossed between two fixes; omitted for all others. */
  ringTrees?: readonly RingTree[];
}

/** The geofences whose bounding box touches a cell, while the index is built. */
interface Cell {
  fences: IndexedFence[];
  /** `FIELDS` numbers per geofence. */
  boxes: number[];
}

/** One level while the index is built: cells of one size, by `keyOf`. */
interface Grid {
  perDegree: number;
  cells: Map<number, Cell>;
}

/**
 * One level of the index: an open-addressing hash table in plain arrays. Every position is looked up, and a `Map` takes
 * three times as long because its keys exceed small integers.
 */
interface Level {
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

/** Cells per degree: 1/1024 of a degree is some 110 m, the finest that geofences of shops and yards need. */
const SIZES = [1024, 256, 64, 16, 4, 1, 1 / 8];
/** A geofence goes into the finest level at which its box touches no more cells than this. */
const MAX_CELLS = 64;
const ROW = 1_000_000;
/**
 * A margin of a tenth of a millimetre around each box, in degrees: near the 180th meridian the containment test has a
 * rounding error of some 1e-13 degrees, and the box must not be stricter than the test.
 */
const ROUNDING_DEG = 1e-9;

const SLOT = 4;
/**
 * The numbers stored for a geofence's box: south, north, west and east. For a small circle also the squared distances
 * (in metres, on a plane) within which coordinates are surely inside and beyond which they are surely outside, and the
 * metres per degree of longitude. The last number is padding for the cache.
 */
const FIELDS = 8;
/**
 * For such circles a plane at the centre is accurate to a thousandth; coordinates near the edge are computed exactly.
 */
const SMALL_M = 1000;
const LOW_DEG = 80;
const EDGE = 0.02;
const DEGREE_M = (Math.PI / 180) * EARTH_RADIUS_M;

const NONE: readonly IndexedFence[] = [];
/** Entries packed in one step. */
const PACKED_AT_ONCE = 4096;

/**
 * Puts each geofence into a grid whose cells fit its size, so that coordinates are looked up in at most seven cells: a
 * few hash look-ups, whatever the number of geofences. Geofences without a corner are left out.
 */
export function indexFences(fences: readonly Fence[]): FenceIndex {
  const steps = indexing(fences);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Indexes geofences in steps of at most some milliseconds, for a caller with other work: a million corners take
 * seconds.
 * @param known an older index, from which outlines of unchanged shapes are reused
 */
export function* indexing(fences: readonly Fence[], known?: FenceIndex): Generator<undefined, FenceIndex> {
  const [all, crossed] = [newGrids(), newGrids()];
  const byId = new Map<number, IndexedFence>();
  for (const each of fences) {
    const before = known?.byId.get(each.id);
    const outline = before?.shape === each.shape ? before.outline : outlineOf(each.shape);
    yield;
    const knownTrees = before?.shape === each.shape ? before.ringTrees : undefined;
    const ringTrees = each.betweenFixes === true ? (knownTrees ?? ringTreesOf(each.shape)) : undefined;
    const fence: IndexedFence = { ...each, outline, ...(ringTrees && { ringTrees }) };
    byId.set(fence.id, fence);
    yield;
    const shapeBox = boxOf(fence.shape);
    if (!shapeBox) continue;
    for (const grids of ringTrees ? [all, crossed] : [all]) {
      put(grids, fence, widened(shapeBox));
      yield;
    }
  }
  return { byId, levels: yield* levelsOf(all), crossed: yield* levelsOf(crossed) };
}

const newGrids = (): Grid[] => SIZES.map((perDegree) => ({ perDegree, cells: new Map() }));

/** Puts a geofence into the finest grid that fits its box. */
function put(grids: readonly Grid[], fence: IndexedFence, box: Box): void {
  const grid = grids.find(({ perDegree }) => cellsOf(box, perDegree) <= MAX_CELLS) ?? grids.at(-1);
  if (!grid) return;
  add(grid, fence, box);
  // Across the 180th meridian: add the part on the other side.
  if (box.east > 180) add(grid, fence, { ...box, west: box.west - 360, east: box.east - 360 });
  if (box.west < -180) add(grid, fence, { ...box, west: box.west + 360, east: box.east + 360 });
}

function* levelsOf(grids: readonly Grid[]): Generator<undefined, Level[]> {
  const levels: Level[] = [];
  for (const grid of grids) if (grid.cells.size > 0) levels.push(yield* levelOf(grid));
  return levels;
}

/** Beyond these latitudes a leg would pass through too many cells. */
const CROSSED_LAT = 85;

/**
 * Returns the geofences that can be crossed between two fixes and whose box touches the straight line between them, by
 * id, without excluded ones. The fixes must be at most some kilometres apart. If there are more than `MAX_AT_ONCE`,
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

function widened({ south, north, west, east }: Box): Box {
  const [low, high] = [south - ROUNDING_DEG, north + ROUNDING_DEG];
  // Around a pole the box spans all longitudes, once: if cut at the 180th meridian, its two parts would overlap.
  if (east - west >= 360) return { south: low, north: high, west: -180, east: 180 };
  return { south: low, north: high, west: west - ROUNDING_DEG, east: east + ROUNDING_DEG };
}

const keyOf = (row: number, column: number) => row * ROW + column;

/** A 32-bit hash of a cell. */
function hashOf(row: number, column: number): number {
  const mixed = Math.imul(row, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Returns the index of a cell's slot, or of the empty slot where it belongs if it has no geofences. */
function slotOf(slots: Float64Array, hash: number, key: number): number {
  const mask = slots.length - 1;
  let slot = (hash * SLOT) & mask;
  while (slots[slot] !== key && slots[slot] !== -1) slot = (slot + SLOT) & mask;
  return slot;
}

/** Packs the cells of a level into its table, at most half of whose slots are occupied. */
function* levelOf({ perDegree, cells }: Grid): Generator<undefined, Level> {
  const count = 2 ** Math.ceil(Math.log2(cells.size * 2));
  const slots = new Float64Array(count * SLOT);
  for (let slot = 0; slot < slots.length; slot += SLOT) slots[slot] = -1;
  // Eight bits per slot, 32 in each number.
  const sieve = new Int32Array(Math.max(1, count / 4));
  const fences: IndexedFence[] = [];
  let numbers = 0;
  for (const cell of cells.values()) numbers += cell.boxes.length;
  const boxes = new Float64Array(numbers);
  let steps = 0;
  for (const [key, cell] of cells) {
    const hash = hashOf(Math.floor(key / ROW), key % ROW);
    const word = (hash >>> 5) & (sieve.length - 1);
    sieve[word] = (sieve[word] ?? 0) | (1 << hash);
    const slot = slotOf(slots, hash, key);
    slots[slot] = key;
    slots[slot + 1] = fences.length;
    boxes.set(cell.boxes, fences.length * FIELDS);
    for (const fence of cell.fences) fences.push(fence);
    slots[slot + 2] = fences.length;
    steps += cell.fences.length;
    if (steps < PACKED_AT_ONCE) continue;
    steps = 0;
    yield;
  }
  return { perDegree, sieve, slots, fences, boxes };
}

function cellsOf(box: Box, perDegree: number): number {
  const rows = Math.floor(box.north * perDegree) - Math.floor(box.south * perDegree) + 1;
  return rows * (Math.floor(box.east * perDegree) - Math.floor(box.west * perDegree) + 1);
}

/** Puts a geofence into the cells that its box touches, as far as they are on the map. */
function add(grid: Grid, fence: IndexedFence, box: Box): void {
  const { perDegree, cells } = grid;
  const { south, north, west, east } = box;
  const fields = [south, north, west, east, ...circleOf(fence.shape, box), 0];
  const lastRow = Math.floor((Math.min(90, north) + 90) * perDegree);
  const lastColumn = Math.floor((Math.min(180, east) + 180) * perDegree);
  for (let row = Math.floor((Math.max(-90, south) + 90) * perDegree); row <= lastRow; row += 1) {
    for (let column = Math.floor((Math.max(-180, west) + 180) * perDegree); column <= lastColumn; column += 1) {
      const centre = { lat: (row + 0.5) / perDegree - 90, lon: (column + 0.5) / perDegree - 180 };
      if (!mayTouch(fence, centre, 0.5 / perDegree)) continue;
      const key = keyOf(row, column);
      const cell = cells.get(key) ?? { fences: [], boxes: [] };
      cells.set(key, cell);
      cell.fences.push(fence);
      cell.boxes.push(...fields);
    }
  }
}

/** Returns the additional numbers stored for a small circle; for other shapes, values that decide nothing. */
function circleOf(shape: Fence['shape'], { south, north }: Box): number[] {
  const lat = (south + north) / 2;
  if (shape.kind !== 'circle' || shape.radiusM > SMALL_M || Math.abs(lat) > LOW_DEG) return [NaN, NaN, NaN];
  const [inner, outer] = [shape.radiusM * (1 - EDGE), shape.radiusM * (1 + EDGE)];
  return [inner * inner, outer * outer, DEGREE_M * Math.cos((lat * Math.PI) / 180)];
}

/** False when a geofence surely does not touch a cell, given the cell's centre and half its side in degrees. */
function mayTouch({ shape, outline }: IndexedFence, centre: Coordinates, halfDeg: number): boolean {
  // Half a diagonal on the equator, where a degree of longitude is longest.
  const reachM = halfDeg * 111_195 * Math.SQRT2 * 1.01;
  if (shape.kind === 'polygon' || halfDeg > 0.01) return true;
  if (shape.kind === 'circle') return between(shape.centre, centre) <= shape.radiusM + reachM;
  const halfWidthM = shape.halfWidthM + reachM;
  if (outline?.kind === 'corridor') return isNearLine(outline.tree, centre, halfWidthM);
  return contains({ ...shape, halfWidthM }, centre);
}
