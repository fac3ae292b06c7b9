import { type Box, boxOf, contains, type Fence } from './fence.ts';

interface Entry {
  fence: Fence;
  box: Box;
}

/** One level of the index: squares of one size, each with the fences whose box touches it. */
interface Level {
  perDegree: number;
  cells: Map<number, Entry[]>;
}

/** All fences of an organisation, ready to be asked for a place. Never changed: build another after an edit. */
export interface FenceIndex {
  byId: ReadonlyMap<number, Fence>;
  levels: readonly Level[];
}

/** Squares a degree: 1/256 of a degree is some 430 m, the finest that fences of shops and yards need. */
const SIZES = [256, 64, 16, 4, 1, 1 / 8];
/** A fence goes into the finest level where its box touches no more squares than this. */
const MOST_CELLS = 16;
const ROW = 1_000_000;

const NONE: readonly Fence[] = [];

/**
 * Puts each fence into a grid whose squares fit its size, so that a place is looked up in at most six squares: a few
 * hash look-ups, whatever the number of fences. Fences without a corner are left out.
 */
export function indexFences(fences: readonly Fence[]): FenceIndex {
  const levels: Level[] = SIZES.map((perDegree) => ({ perDegree, cells: new Map() }));
  for (const fence of fences) {
    const box = boxOf(fence.shape);
    if (!box) continue;
    const level = levels.find(({ perDegree }) => cellsOf(box, perDegree) <= MOST_CELLS) ?? levels.at(-1);
    if (level) add(level, { fence, box });
  }
  return {
    byId: new Map(fences.map((fence) => [fence.id, fence])),
    levels: levels.filter(({ cells }) => cells.size > 0),
  };
}

/** The fences that hold a place, in no particular order. */
export function fencesAt(index: FenceIndex, lat: number, lon: number): readonly Fence[] {
  let found: Fence[] | null = null;
  for (const { perDegree, cells } of index.levels) {
    const entries = cells.get(Math.floor((lat + 90) * perDegree) * ROW + Math.floor((lon + 180) * perDegree));
    if (!entries) continue;
    for (const { fence, box } of entries) {
      if (lat < box.south || lat > box.north) continue;
      const inBox = (lon >= box.west && lon <= box.east) || (lon + 360 <= box.east && lon + 360 >= box.west);
      const inWest = !inBox && lon - 360 >= box.west && lon - 360 <= box.east;
      if (!inBox && !inWest) continue;
      if (contains(fence.shape, { lat, lon })) (found ??= []).push(fence);
    }
  }
  return found ?? NONE;
}

function cellsOf(box: Box, perDegree: number): number {
  const rows = Math.floor(box.north * perDegree) - Math.floor(box.south * perDegree) + 1;
  return rows * (Math.floor(box.east * perDegree) - Math.floor(box.west * perDegree) + 1);
}

function add(level: Level, entry: Entry): void {
  const { south, north, west, east } = entry.box;
  const around = Math.floor(360 * level.perDegree);
  const lastColumn = Math.floor((east + 180) * level.perDegree);
  const firstColumn = Math.floor((west + 180) * level.perDegree);
  for (let row = Math.floor((south + 90) * level.perDegree); row <= (north + 90) * level.perDegree; row += 1) {
    for (let column = firstColumn; column <= Math.min(lastColumn, firstColumn + around); column += 1) {
      const key = row * ROW + (around === 0 ? column : ((column % around) + around) % around);
      const entries = level.cells.get(key);
      if (!entries) level.cells.set(key, [entry]);
      else if (!entries.includes(entry)) entries.push(entry);
    }
  }
}
