import { type Box, boxOf, contains, type Fence } from './fence.ts';
import {
  DEGREE_M,
  type FenceIndex,
  FIELDS,
  hashOf,
  type IndexedFence,
  keyOf,
  type Level,
  ROUNDING_DEG,
  ROW,
  SLOT,
  slotOf,
} from './fence-index.ts';
import { between, type Coordinates } from './geo.ts';
import { outlineOf, ringTreesOf } from './outline.ts';
import { isNearLine } from './segment-tree.ts';

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

/** Cells per degree: 1/1024 of a degree is some 110 m, the finest that geofences of shops and yards need. */
const SIZES = [1024, 256, 64, 16, 4, 1, 1 / 8];
/** A geofence goes into the finest level at which its box touches no more cells than this. */
const MAX_CELLS = 64;
/**
 * For such circles a plane at the centre is accurate to a thousandth; coordinates near the edge are computed exactly.
 */
const SMALL_M = 1000;
const LOW_DEG = 80;
const EDGE = 0.02;
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

function widened({ south, north, west, east }: Box): Box {
  const [low, high] = [south - ROUNDING_DEG, north + ROUNDING_DEG];
  // Around a pole the box spans all longitudes, once: if cut at the 180th meridian, its two parts would overlap.
  if (east - west >= 360) return { south: low, north: high, west: -180, east: 180 };
  return { south: low, north: high, west: west - ROUNDING_DEG, east: east + ROUNDING_DEG };
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
