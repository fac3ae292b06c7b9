import { type Box, boxOf, contains, type Fence } from './fence.ts';
import { between, deltaLon, EARTH_RADIUS_M, type Place } from './geo.ts';
import { holdsPlace, type Outline, outlineOf, type RingTree, ringTreesOf } from './outline.ts';
import { isNearLine } from './segment-tree.ts';

/** A fence with the index of its outline; null where its shape is walked. */
export interface IndexedFence extends Fence {
  outline: Outline | null;
  /** Of an area that may be crossed between two fixes; left out for all others. */
  ringTrees?: readonly RingTree[];
}

/** The fences whose box touches a square, while the index is built. */
interface Cell {
  fences: IndexedFence[];
  /** `FIELDS` numbers of each. */
  boxes: number[];
}

/** One level while the index is built: squares of one size, by `keyOf`. */
interface Grid {
  perDegree: number;
  cells: Map<number, Cell>;
}

/**
 * One level of the index: an open-addressing hash table in plain arrays. Each position is looked up, and a `Map` takes
 * three times as long, since its keys are larger than a small integer.
 */
interface Level {
  perDegree: number;
  /**
   * A bit for each hash of a square that is taken, 16 or more times as many bits as squares: small enough for the
   * processor's cache, so that a place in an empty square, as most are, is answered without the table.
   */
  sieve: Int32Array;
  /**
   * Of each slot the square, -1 where it is empty; where its fences begin in `fences`; where they end; and nothing, so that
   * all are in one line of the processor's cache. The number of slots is a power of two.
   */
  slots: Float64Array;
  fences: readonly IndexedFence[];
  /** `FIELDS` numbers of each of `fences`. */
  boxes: Float64Array;
}

/**
 * A vehicle is in this many fences at once at most, those made first, and enters or passes no more between two fixes: what
 * follows from a position has to have a bound.
 */
export const MOST_AT_ONCE = 200;
/** Of outlets and depots more: a bazaar has hundreds of shops within the size of one area. */
export const MOST_PLACES_AT_ONCE = 1000;

/** From this many on, looking through a list of fences takes longer than looking up a set. */
export const MANY_FENCES = 8;

/** All fences of an organisation, ready to be asked for a place. Never changed: build another after an edit. */
export interface FenceIndex {
  byId: ReadonlyMap<number, IndexedFence>;
  levels: readonly Level[];
  /** The same of those alone that may be crossed between two fixes: most have none. */
  crossed: readonly Level[];
}

/** Squares a degree: 1/1024 of a degree is some 110 m, the finest that fences of shops and yards need. */
const SIZES = [1024, 256, 64, 16, 4, 1, 1 / 8];
/** A fence goes into the finest level where its box touches no more squares than this. */
const MOST_CELLS = 64;
const ROW = 1_000_000;
/**
 * A tenth of a millimetre around each box, in degrees: beside the 180th meridian, whether a place is in a shape is
 * rounded by some 1e-13 degrees, and the box must not be the stricter of the two.
 */
const ROUNDING_DEG = 1e-9;

const SLOT = 4;
/**
 * What is kept of the box of a fence: south, north, west and east; of a small circle also the squares of the metres within
 * which a place surely is in it, and beyond which it surely is not, on a plane, and the metres of a degree of longitude;
 * and nothing, for the cache.
 */
const FIELDS = 8;
/** A plane at its middle is no more than a thousandth off for such circles, and what is nearer to the edge is worked out. */
const SMALL_M = 1000;
const LOW_DEG = 80;
const EDGE = 0.02;
const DEGREE_M = (Math.PI / 180) * EARTH_RADIUS_M;

const NONE: readonly IndexedFence[] = [];
/** Places of squares that are packed in one step. */
const PACKED_AT_ONCE = 4096;

/**
 * Puts each fence into a grid whose squares fit its size, so that a place is looked up in at most seven squares: a few
 * hash look-ups, whatever the number of fences. Fences without a corner are left out.
 */
export function indexFences(fences: readonly Fence[]): FenceIndex {
  const steps = indexing(fences);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in steps of some milliseconds at most, for a caller that has other work: a million corners take seconds.
 * @param known an older index: outlines of the same shapes are taken from it
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

/** Puts a fence into the finest grid that fits its box. */
function put(grids: readonly Grid[], fence: IndexedFence, box: Box): void {
  const grid = grids.find(({ perDegree }) => cellsOf(box, perDegree) <= MOST_CELLS) ?? grids.at(-1);
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

/** Beyond these latitudes a leg would pass through too many squares. */
const CROSSED_LAT = 85;

/**
 * The fences that may be crossed between two fixes and whose box touches the straight line between two places that are some
 * kilometres apart at most, by their numbers, without those that are excluded: of more than `MOST_AT_ONCE` the lowest.
 */
export function fencesNearLeg(
  { crossed }: FenceIndex,
  from: Place,
  to: Place,
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
      // Longitudes of the square itself, so that a line over the 180th meridian finds both parts.
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
      // Of a line along a parallel all of it, else what lies in the row.
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
  return list.slice(0, MOST_AT_ONCE);
}

/**
 * The fences that hold a place, in no particular order, without those that are excluded. Of more than `most` those with the
 * lowest numbers.
 */
export function fencesAt(
  index: FenceIndex,
  place: Place,
  excluded?: Pick<ReadonlySet<number>, 'has'>,
  most = MOST_AT_ONCE,
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
  // A missing number is NaN, which is in no box.
  if (!(lat >= (boxes[box] ?? NaN) && lat <= (boxes[box + 1] ?? NaN))) return false;
  return lon >= (boxes[box + 2] ?? NaN) && lon <= (boxes[box + 3] ?? NaN);
}

/** Whether a place is in a small circle; null where that has to be worked out. */
function isSurely(boxes: Float64Array, box: number, lat: number, lon: number): boolean | null {
  const north = (lat - ((boxes[box] ?? 0) + (boxes[box + 1] ?? 0)) / 2) * DEGREE_M;
  const east = (lon - ((boxes[box + 2] ?? 0) + (boxes[box + 3] ?? 0)) / 2) * (boxes[box + 6] ?? NaN);
  const squared = north * north + east * east;
  if (squared < (boxes[box + 4] ?? NaN)) return true;
  return squared > (boxes[box + 5] ?? NaN) ? false : null;
}

function widened({ south, north, west, east }: Box): Box {
  const [low, high] = [south - ROUNDING_DEG, north + ROUNDING_DEG];
  // Round a pole it is all longitudes, once: cut at the 180th meridian, its two parts would overlap.
  if (east - west >= 360) return { south: low, north: high, west: -180, east: 180 };
  return { south: low, north: high, west: west - ROUNDING_DEG, east: east + ROUNDING_DEG };
}

const keyOf = (row: number, column: number) => row * ROW + column;

/** 32 bits of a square. */
function hashOf(row: number, column: number): number {
  const mixed = Math.imul(row, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Where the slot of a square begins, or the empty one where it belongs: it has no fences. */
function slotOf(slots: Float64Array, hash: number, key: number): number {
  const mask = slots.length - 1;
  let slot = (hash * SLOT) & mask;
  while (slots[slot] !== key && slots[slot] !== -1) slot = (slot + SLOT) & mask;
  return slot;
}

/** Packs the squares of a level into its table, at most half of whose slots are taken. */
function* levelOf({ perDegree, cells }: Grid): Generator<undefined, Level> {
  const count = 2 ** Math.ceil(Math.log2(cells.size * 2));
  const slots = new Float64Array(count * SLOT);
  for (let slot = 0; slot < slots.length; slot += SLOT) slots[slot] = -1;
  // Eight bits a slot, 32 in each number.
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

/** Puts a fence into the squares that its box touches, as far as they are on the map. */
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

/** What is kept of a small circle with its box; nothing is sure of any other shape. */
function circleOf(shape: Fence['shape'], { south, north }: Box): number[] {
  const lat = (south + north) / 2;
  if (shape.kind !== 'circle' || shape.radiusM > SMALL_M || Math.abs(lat) > LOW_DEG) return [NaN, NaN, NaN];
  const [inner, outer] = [shape.radiusM * (1 - EDGE), shape.radiusM * (1 + EDGE)];
  return [inner * inner, outer * outer, DEGREE_M * Math.cos((lat * Math.PI) / 180)];
}

/** False when a fence surely does not touch a square, given its centre and half its side in degrees. */
function mayTouch({ shape, outline }: IndexedFence, centre: Place, halfDeg: number): boolean {
  // Half a diagonal on the equator, where a degree of longitude is longest.
  const reachM = halfDeg * 111_195 * Math.SQRT2 * 1.01;
  if (shape.kind === 'polygon' || halfDeg > 0.01) return true;
  if (shape.kind === 'circle') return between(shape.centre, centre) <= shape.radiusM + reachM;
  const halfWidthM = shape.halfWidthM + reachM;
  if (outline?.kind === 'corridor') return isNearLine(outline.tree, centre, halfWidthM);
  return contains({ ...shape, halfWidthM }, centre);
}
