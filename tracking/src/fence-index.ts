import { type Box, boxOf, contains, type Fence, type Shape } from './fence.ts';
import { between, type Place } from './geo.ts';

/** The fences whose box touches a square, while the index is built. */
interface Cell {
  fences: Fence[];
  /** South, north, west and east of each. */
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
  /** The square of each slot; -1 where it is empty. Their number is a power of two. */
  keys: Float64Array;
  /** Of each slot, where its fences begin in `fences`, and where they end. */
  begins: Int32Array;
  ends: Int32Array;
  fences: readonly Fence[];
  /** South, north, west and east of each of `fences`. */
  boxes: Float64Array;
}

/** All fences of an organisation, ready to be asked for a place. Never changed: build another after an edit. */
export interface FenceIndex {
  byId: ReadonlyMap<number, Fence>;
  levels: readonly Level[];
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

const NONE: readonly Fence[] = [];

/**
 * Puts each fence into a grid whose squares fit its size, so that a place is looked up in at most seven squares: a few
 * hash look-ups, whatever the number of fences. Fences without a corner are left out.
 */
export function indexFences(fences: readonly Fence[]): FenceIndex {
  const grids: Grid[] = SIZES.map((perDegree) => ({ perDegree, cells: new Map() }));
  for (const fence of fences) {
    const shapeBox = boxOf(fence.shape);
    if (!shapeBox) continue;
    const box = widened(shapeBox);
    const grid = grids.find(({ perDegree }) => cellsOf(box, perDegree) <= MOST_CELLS) ?? grids.at(-1);
    if (!grid) continue;
    add(grid, fence, box);
    // Across the 180th meridian: add the part on the other side.
    if (box.east > 180) add(grid, fence, { ...box, west: box.west - 360, east: box.east - 360 });
    if (box.west < -180) add(grid, fence, { ...box, west: box.west + 360, east: box.east + 360 });
  }
  return {
    byId: new Map(fences.map((fence) => [fence.id, fence])),
    levels: grids.filter(({ cells }) => cells.size > 0).map(levelOf),
  };
}

/** The fences that hold a place, in no particular order. */
export function fencesAt(index: FenceIndex, lat: number, lon: number): readonly Fence[] {
  let found: Fence[] | null = null;
  for (const { perDegree, keys, begins, ends, fences, boxes } of index.levels) {
    const row = Math.floor((lat + 90) * perDegree);
    const column = Math.floor((lon + 180) * perDegree);
    const slot = slotOf(keys, row, column);
    const end = ends[slot] ?? 0;
    for (let at = begins[slot] ?? 0; at < end; at += 1) {
      const corner = at * 4;
      // A missing number is NaN, which is in no box.
      if (!(lat >= (boxes[corner] ?? NaN) && lat <= (boxes[corner + 1] ?? NaN))) continue;
      if (!(lon >= (boxes[corner + 2] ?? NaN) && lon <= (boxes[corner + 3] ?? NaN))) continue;
      const fence = fences[at];
      if (fence && contains(fence.shape, { lat, lon })) (found ??= []).push(fence);
    }
  }
  return found ?? NONE;
}

function widened({ south, north, west, east }: Box): Box {
  const [low, high] = [south - ROUNDING_DEG, north + ROUNDING_DEG];
  // Round a pole it is all longitudes, once: cut at the 180th meridian, its two parts would overlap.
  if (east - west >= 360) return { south: low, north: high, west: -180, east: 180 };
  return { south: low, north: high, west: west - ROUNDING_DEG, east: east + ROUNDING_DEG };
}

const keyOf = (row: number, column: number) => row * ROW + column;

/** The slot of a square, or the empty one where it belongs: it has no fences. */
function slotOf(keys: Float64Array, row: number, column: number): number {
  const key = keyOf(row, column);
  const mask = keys.length - 1;
  let slot = (Math.imul(row, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b)) >>> 0;
  for (slot = (slot ^ (slot >>> 15)) & mask; keys[slot] !== key && keys[slot] !== -1; slot = (slot + 1) & mask);
  return slot;
}

/** Packs the squares of a level into its table, at most half of whose slots are taken. */
function levelOf({ perDegree, cells }: Grid): Level {
  const slots = 2 ** Math.ceil(Math.log2(cells.size * 2));
  const keys = new Float64Array(slots).fill(-1);
  const begins = new Int32Array(slots);
  const ends = new Int32Array(slots);
  const fences: Fence[] = [];
  const corners: number[] = [];
  for (const [key, cell] of cells) {
    const slot = slotOf(keys, Math.floor(key / ROW), key % ROW);
    keys[slot] = key;
    begins[slot] = fences.length;
    for (const fence of cell.fences) fences.push(fence);
    for (const corner of cell.boxes) corners.push(corner);
    ends[slot] = fences.length;
  }
  return { perDegree, keys, begins, ends, fences, boxes: Float64Array.from(corners) };
}

function cellsOf(box: Box, perDegree: number): number {
  const rows = Math.floor(box.north * perDegree) - Math.floor(box.south * perDegree) + 1;
  return rows * (Math.floor(box.east * perDegree) - Math.floor(box.west * perDegree) + 1);
}

/** Puts a fence into the squares that its box touches, as far as they are on the map. */
function add(grid: Grid, fence: Fence, { south, north, west, east }: Box): void {
  const { perDegree, cells } = grid;
  const lastRow = Math.floor((Math.min(90, north) + 90) * perDegree);
  const lastColumn = Math.floor((Math.min(180, east) + 180) * perDegree);
  for (let row = Math.floor((Math.max(-90, south) + 90) * perDegree); row <= lastRow; row += 1) {
    for (let column = Math.floor((Math.max(-180, west) + 180) * perDegree); column <= lastColumn; column += 1) {
      const centre = { lat: (row + 0.5) / perDegree - 90, lon: (column + 0.5) / perDegree - 180 };
      if (!mayTouch(fence.shape, centre, 0.5 / perDegree)) continue;
      const key = keyOf(row, column);
      const cell = cells.get(key) ?? { fences: [], boxes: [] };
      cells.set(key, cell);
      cell.fences.push(fence);
      cell.boxes.push(south, north, west, east);
    }
  }
}

/** False when a shape surely does not touch a square, given its centre and half its side in degrees. */
function mayTouch(shape: Shape, centre: Place, halfDeg: number): boolean {
  // Half a diagonal on the equator, where a degree of longitude is longest.
  const reachM = halfDeg * 111_195 * Math.SQRT2 * 1.01;
  if (shape.kind === 'polygon' || halfDeg > 0.01) return true;
  if (shape.kind === 'circle') return between(shape.centre, centre) <= shape.radiusM + reachM;
  return contains({ ...shape, halfWidthM: shape.halfWidthM + reachM }, centre);
}
