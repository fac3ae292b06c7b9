import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

interface TileToWrite {
  z: number;
  x: number;
  y: number;
  /** Not compressed. */
  bytes: Uint8Array;
}

interface ArchiveToWrite {
  tiles: readonly TileToWrite[];
  metadata: object;
  /** West, south, east, north, degrees. */
  bounds: readonly [number, number, number, number];
  /** The number of entries above which directories are divided; for tests with few tiles. */
  entriesOfLeaf?: number;
}

export interface PackedEntry {
  id: number;
  offset: number;
  length: number;
  /** Number of consecutive tiles with these bytes; 0 for a directory. */
  run: number;
}

/**
 * A PMTiles file of version 3 with vector tiles, in memory: for few tiles.
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function writeArchive({ tiles, metadata, bounds, entriesOfLeaf = 4096 }: ArchiveToWrite): Buffer {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .toSorted((a, b) => a.id - b.id);
  const data: Buffer[] = [];
  const known = new Map<string, { offset: number; length: number }>();
  const entries: PackedEntry[] = [];
  let size = 0;
  for (const { id, bytes } of sorted) {
    const key = createHash('sha256').update(bytes).digest('hex');
    let at = known.get(key);
    if (!at) {
      const packed = gzipSync(bytes);
      at = { offset: size, length: packed.length };
      known.set(key, at);
      data.push(packed);
      size += packed.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === at.offset && last.id + last.run === id) last.run += 1;
    else entries.push({ id, ...at, run: 1 });
  }
  const zooms = tiles.map(({ z }) => z);
  const packed = Buffer.concat(data);
  const { head, leaves } = headOf({
    entries,
    entriesOfLeaf,
    metadata,
    bounds,
    zooms: [Math.min(...zooms), Math.max(...zooms)],
    counts: [tiles.length, entries.length, known.size],
    dataBytes: packed.length,
  });
  return Buffer.concat([head, leaves, packed]);
}

interface HeadOptions extends Omit<ArchiveToWrite, 'tiles'> {
  entries: readonly PackedEntry[];
  entriesOfLeaf: number;
  zooms: readonly [least: number, most: number];
  /** Numbers of tiles, entries, and distinct tiles. */
  counts: readonly [number, number, number];
  dataBytes: number;
}

const HEADER_BYTES = 127;

/** Returns the part before a file's tiles: header, directories and metadata. */
export function headOf(options: HeadOptions): { head: Buffer; leaves: Buffer } {
  const { entries, entriesOfLeaf, metadata, bounds, zooms, counts, dataBytes } = options;
  const leaves: Buffer[] = [];
  let root = entries;
  if (entries.length > entriesOfLeaf) {
    const found: PackedEntry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += entriesOfLeaf) {
      const part = entries.slice(from, from + entriesOfLeaf);
      const leaf = gzipSync(directory(part));
      leaves.push(leaf);
      found.push({ id: part[0]?.id ?? 0, offset, length: leaf.length, run: 0 });
      offset += leaf.length;
    }
    root = found;
  }
  const parts = [gzipSync(directory(root)), gzipSync(JSON.stringify(metadata))];
  const leafBytes = Buffer.concat(leaves);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  let offset = HEADER_BYTES;
  for (const [index, length] of [...parts.map((part) => part.length), leafBytes.length, dataBytes].entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index);
    offset += length;
  }
  for (const [index, count] of counts.entries()) header.writeBigUInt64LE(BigInt(count), 72 + 8 * index);
  // Header fields: tiles clustered by id, directories and tiles gzip-compressed, tile type MVT.
  header.set([1, 2, 2, 1, ...zooms], 96);
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  header[118] = zooms[1];
  header.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123);
  return { head: Buffer.concat([header, ...parts]), leaves: leafBytes };
}

/** Numbers by column, ids as differences; an offset of 0 means right after the previous one. */
function directory(entries: readonly PackedEntry[]): Buffer {
  const bytes: number[] = [];
  const add = (value: number) => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  add(entries.length);
  let last = 0;
  for (const { id } of entries) {
    add(id - last);
    last = id;
  }
  for (const { run } of entries) add(run);
  for (const { length } of entries) add(length);
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1];
    add(before && before.offset + before.length === offset ? 0 : offset + 1);
  }
  return Buffer.from(bytes);
}
