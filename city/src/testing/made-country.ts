import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { tileIdToZxy, zxyToTileId } from 'pmtiles';
import vtpbf from 'vt-pbf';
import { headOf, type PackedEntry } from './write-archive.ts';

const EXTENT = 4096;
/** The north-west tile of the country, of level 8; the next tiles follow along the Hilbert curve. */
const CORNER = { x: 180, y: 112 };
const TILES_OF_8 = 4 ** 6;
/** One in this many blocks (tiles of level 12) is a town. */
const TOWN_EVERY = 3;

const SYLLABLES = [
  'ka',
  'ri',
  'mo',
  'ta',
  'ne',
  'shi',
  'pur',
  'gan',
  'vel',
  'dra',
  'lo',
  'ba',
  'san',
  'he',
  'mir',
  'oth',
];
const TYPES = ['Road', 'Street', 'Lane', 'Marg', 'Nagar Road', 'Cross'];

interface Feature {
  type: 1 | 2 | 3;
  geometry: unknown;
  tags: Record<string, string | number>;
}

/**
 * Writes a map file with the layout of Protomaps, of any size, piece by piece: towns with some hundred streets and 1500
 * houses per tile, and country with a few roads. Its names are composed of syllables, so that most streets differ.
 * @param regions tiles of level 8, some 150 km wide
 */
export function writeMadeCountry(file: string, regions: number, random: () => number): void {
  const base = zxyToTileId(8, CORNER.x, CORNER.y);
  const [first, count] = [firstBelow(base, 14), regions * TILES_OF_8];
  const body = `${file}.tiles`;
  const tiles = openSync(body, 'w+');
  const entries: PackedEntry[] = [];
  let size = 0;
  const put = (id: number, layers: Record<string, Feature[]>) => {
    const made = Object.fromEntries(Object.entries(layers).map(([name, features]) => [name, { features }]));
    const bytes = gzipSync(vtpbf.fromGeojsonVt(made, { version: 2, extent: EXTENT }), { level: 6 });
    writeSync(tiles, bytes);
    entries.push({ id, offset: size, length: bytes.length, run: 1 });
    size += bytes.length;
  };
  for (const level of [9, 12]) {
    const from = firstBelow(base, level);
    for (let n = 0; n < regions * 4 ** (level - 8); n += 1) put(from + n, { places: placesOf(level, n, random) });
  }
  for (let n = 0; n < count; n += 1) put(first + n, tileOf(isTown(Math.floor(n / 16)), random));
  const { head, leaves } = headOf({
    entries,
    entriesOfLeaf: 4096,
    metadata: {
      name: 'Made country',
      vector_layers: ['roads', 'places', 'buildings', 'pois', 'water', 'earth'].map((id) => ({ id, fields: {} })),
    },
    bounds: boundsOf(base, regions),
    zooms: [9, 14],
    counts: [entries.length, entries.length, entries.length],
    dataBytes: size,
  });
  const out = openSync(file, 'w');
  writeSync(out, head);
  writeSync(out, leaves);
  const piece = Buffer.alloc(8 << 20);
  for (let at = 0; at < size; at += piece.length) writeSync(out, piece, 0, readSync(tiles, piece, 0, piece.length, at));
  closeSync(tiles);
  closeSync(out);
  rmSync(body);
}

/** The first tile of a level within a tile of level 8; the tiles of that level within it are adjacent on the curve. */
const firstBelow = (base: number, level: number): number =>
  (4 ** level - 1) / 3 + (base - (4 ** 8 - 1) / 3) * 4 ** (level - 8);

const isTown = (block: number): boolean => block % TOWN_EVERY === 0;

// Edges of tiles of level 8.
const lon = (x: number) => (x / 256) * 360 - 180;
const lat = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 256))) * 180) / Math.PI;

/** Bounds of all regions in degrees: west, south, east, north. */
function boundsOf(base: number, regions: number): [number, number, number, number] {
  const tiles = Array.from({ length: regions }, (_, n) => tileIdToZxy(base + n));
  const [columns, rows] = [tiles.map(([, x]) => x), tiles.map(([, , y]) => y)];
  return [lon(Math.min(...columns)), lat(Math.max(...rows) + 1), lon(Math.max(...columns) + 1), lat(Math.min(...rows))];
}

function nameOf(random: () => number): string {
  const word = () => {
    const made = Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES, random)).join('');
    return made.charAt(0).toUpperCase() + made.slice(1);
  };
  return `${word()} ${word()}`;
}

const pick = <T>(list: readonly T[], random: () => number): T => {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new RangeError('an empty list');
  return one;
};

/** The towns and villages of a tile of level 9 or 12. */
function placesOf(level: number, n: number, random: () => number): Feature[] {
  const kind = level === 9 ? 'city' : isTown(n) ? 'town' : 'village';
  return [{ type: 1, geometry: [[2048, 2048]], tags: { kind: 'locality', kind_detail: kind, name: nameOf(random) } }];
}

/** A tile of level 14, 2.4 km wide at the equator. */
function tileOf(town: boolean, random: () => number): Record<string, Feature[]> {
  const [streets, houses, shops] = town ? [110, 1500, 60] : [10, 40, 1];
  const at = () => Math.floor(random() * EXTENT);
  const step = () => Math.floor((random() - 0.5) * 400);
  const roads = Array.from({ length: streets }, (_, n): Feature => {
    let [x, y] = [at(), at()];
    const geometry = [Array.from({ length: 6 }, () => [(x += step()), (y += step())])];
    const tags = { kind: n < 4 ? 'major_road' : 'minor_road', kind_detail: n < 4 ? 'primary' : 'residential' };
    return {
      type: 2,
      geometry,
      tags: n % 4 === 3 ? tags : { ...tags, name: `${nameOf(random)} ${pick(TYPES, random)}` },
    };
  });
  const buildings = Array.from({ length: houses }, (): Feature => {
    const [x, y, w, h] = [at(), at(), 8 + Math.floor(random() * 20), 8 + Math.floor(random() * 20)];
    const ring = [
      [x, y],
      [x + w, y + Math.floor(random() * 4)],
      [x + w, y + h],
      [x, y + h],
      [x, y],
    ];
    return { type: 3, geometry: [ring], tags: { kind: 'building', height: 3 + Math.floor(random() * 12) } };
  });
  const pois = Array.from({ length: shops }, (): Feature => {
    return { type: 1, geometry: [[at(), at()]], tags: { kind: 'shop', name: nameOf(random) } };
  });
  return { roads, buildings, pois };
}
