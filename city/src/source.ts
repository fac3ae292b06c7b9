import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { joinPieces } from './join-pieces.ts';

export type Tags = Readonly<Record<string, string | number | boolean>>;

/** One object of OpenStreetMap. `parts` are flat [x, y, x, y…] grid coordinates: one for each point, line or ring. */
export interface SourceFeature {
  id: string;
  type: 'point' | 'line' | 'area';
  tags: Tags;
  parts: number[][];
}

const TYPES = [null, 'point', 'line', 'area'] as const;
const LEVEL = 12;

/** Returns the folder of the source tiles inside the dev dependency that contains them. */
export function sourceFolder(): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@mapbox/mvt-fixtures/package.json');
  return join(dirname(manifest), 'real-world', 'osm-qa-montevideo');
}

/** Returns the names of the source tiles, sorted, with their tile column and row at level 12. */
export function sourceTiles(folder: string): { file: string; x: number; y: number }[] {
  const tiles = readdirSync(folder).flatMap((file) => {
    const match = /^12-(\d+)-(\d+)\.mvt$/.exec(file);
    return match ? [{ file, x: Number(match[1]), y: Number(match[2]) }] : [];
  });
  return tiles.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** Bounds of the source in grid coordinates: west, north, east, south. */
export function sourceBounds(folder: string): [number, number, number, number] {
  const tiles = sourceTiles(folder);
  const step = 2 ** (32 - LEVEL);
  const xs = tiles.map((tile) => tile.x);
  const ys = tiles.map((tile) => tile.y);
  return [Math.min(...xs) * step, Math.min(...ys) * step, (Math.max(...xs) + 1) * step, (Math.max(...ys) + 1) * step];
}

/** Reads every object; lines that the source cut at a tile's edge are rejoined. */
export function readSource(folder: string): SourceFeature[] {
  const found = new Map<string, SourceFeature>();
  for (const { file, x, y } of sourceTiles(folder)) {
    const layer = new VectorTile(new PbfReader(readFileSync(join(folder, file)))).layers['osm'];
    if (!layer) throw new Error(`source tile ${file} has no layer osm`);
    const scale = 2 ** (32 - LEVEL) / layer.extent;
    for (let i = 0; i < layer.length; i += 1) {
      const raw = layer.feature(i);
      const type = TYPES[raw.type];
      if (!type) continue;
      const parts = raw.loadGeometry().map((ring) => {
        const flat: number[] = [];
        for (const point of ring) flat.push((x * layer.extent + point.x) * scale, (y * layer.extent + point.y) * scale);
        return flat;
      });
      const id = `${raw.properties['@type']}/${raw.properties['@id']}/${type}`;
      const known = found.get(id);
      if (known) known.parts.push(...parts);
      else found.set(id, { id, type, tags: raw.properties, parts });
    }
  }
  for (const feature of found.values()) if (feature.type === 'line') feature.parts = joinPieces(feature.parts);
  return [...found.values()];
}

/** Returns a tag as text, '' if it is missing. */
export function tag(feature: SourceFeature, name: string): string {
  const value = feature.tags[name];
  return value === undefined ? '' : String(value);
}
