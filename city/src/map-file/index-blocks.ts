import { type Entry, tileIdToZxy } from 'pmtiles';
import type { Archive } from './archive.ts';
import { MapFileFault } from './map-file-fault.ts';
import type { NameKind } from './index-format.ts';
import { NAMING_LAYOUTS, type Names } from './naming-layouts.ts';
import type { StreetMap } from './street-map.ts';
import { placesOf, poisOf, readTile, streetsOf } from './tile-names.ts';

export interface IndexedName {
  kind: NameKind;
  names: Names;
  /** In fractions of the whole map, from its north-west corner: 0 to 1. */
  x: number;
  y: number;
}

export interface Block {
  things: IndexedName[];
  /** Where the next block begins, and the number of entries read up to there. */
  next: number;
  entries: number;
}

/** Tiles of this level are processed together: a street is listed once in each. */
export const BLOCK_LEVEL = 12;
const DEEPEST = 4;

/**
 * Yields the named features, block by block, in the order of the file; never more than one block in memory.
 *
 * @param from the first tile; earlier ones are left out
 */
export async function* readBlocks(
  map: StreetMap,
  from: number,
  entriesBefore: number,
  blockLevel: number,
): AsyncGenerator<Block> {
  const { archive } = map;
  const level = Math.min(blockLevel, archive.header.maxZoom);
  let entries = entriesBefore;
  let block = '';
  let found = new Map<string, IndexedName & { lengths: number }>();
  for await (const entry of entriesFrom(archive, from)) {
    const [z, x, y] = tileIdToZxy(entry.tileId);
    // Repeated tiles are sea, or empty.
    const isRead = z === archive.header.maxZoom && entry.runLength === 1;
    const side = 2 ** (z - level);
    const own = z < level ? 'low' : `${Math.floor(x / side)}/${Math.floor(y / side)}`;
    if (own !== block) {
      yield { things: [...found.values()], next: entry.tileId, entries };
      block = own;
      found = new Map();
    }
    entries += 1;
    if (isRead) await addTile(map, entry, found);
  }
  yield { things: [...found.values()], next: Number.MAX_SAFE_INTEGER, entries };
}

async function addTile(
  { archive, layout }: StreetMap,
  entry: Entry,
  found: Map<string, IndexedName & { lengths: number }>,
): Promise<void> {
  const [z, column, row] = tileIdToZxy(entry.tileId);
  const bytes = await tileOf(archive, entry);
  if (!bytes) return;
  const tile = readTile(bytes);
  const naming = NAMING_LAYOUTS[layout];
  const side = 2 ** z;
  const add = (kind: NameKind, names: Names, x: number, y: number, lengths: number) => {
    const key = `${kind} ${names.name} ${kind === 'street' ? '' : `${x} ${y}`}`;
    const known = found.get(key);
    if (known && known.lengths >= lengths) return;
    found.set(key, { kind, names, x: (column + x) / side, y: (row + y) / side, lengths });
  };
  const { names, pieces, owners } = streetsOf(tile, naming);
  const lengths = new Float64Array(names.length);
  const longest = new Float64Array(names.length);
  const middles = new Float32Array(2 * names.length);
  for (const [i, owner] of owners.entries()) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = pieces.subarray(4 * i, 4 * i + 4);
    const length = Math.hypot(bx - ax, by - ay);
    lengths[owner] = (lengths[owner] ?? 0) + length;
    if (length <= (longest[owner] ?? 0)) continue;
    longest[owner] = length;
    middles.set([(ax + bx) / 2, (ay + by) / 2], 2 * owner);
  }
  for (const [i, one] of names.entries()) {
    add('street', one, middles[2 * i] ?? 0, middles[2 * i + 1] ?? 0, lengths[i] ?? 0);
  }
  for (const one of placesOf(tile, naming).filter(isInside)) {
    add(one.kind.isPart ? 'part' : 'town', one.names, one.x, one.y, 1);
  }
  for (const one of poisOf(tile, naming).filter(isInside)) add('poi', one.names, one.x, one.y, 1);
}

/** Points on an edge are in both tiles. */
const isInside = ({ x, y }: { x: number; y: number }) => x >= 0 && x < 1 && y >= 0 && y < 1;

/** A broken tile is left out, so that the rest can still be searched. */
async function tileOf(archive: Archive, { offset, length }: Entry): Promise<Uint8Array | null> {
  try {
    return await archive.unpack(await archive.bytes(archive.header.tileDataOffset + offset, length));
  } catch (error) {
    if (error instanceof MapFileFault) return null;
    throw error;
  }
}

/** Yields tile entries from one on, a directory at a time. */
async function* entriesFrom(archive: Archive, from: number): AsyncGenerator<Entry> {
  async function* walk(directory: Entry | null, depth: number): AsyncGenerator<Entry> {
    if (depth > DEEPEST) throw new MapFileFault('damaged', 'directories in circles');
    const entries = await archive.directory(directory);
    for (const [i, entry] of entries.entries()) {
      if (entry.runLength > 0) {
        if (entry.tileId + entry.runLength > from) yield entry;
        continue;
      }
      const next = entries[i + 1];
      if (!next || next.tileId > from) yield* walk(entry, depth + 1);
    }
  }
  yield* walk(null, 1);
}
