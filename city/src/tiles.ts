import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import GeoJSONVT from 'geojson-vt';
import vtpbf from 'vt-pbf';
import type { LayerFeature } from './layers.ts';
import { tileSpot } from './tile-spot.ts';

export const MIN_ZOOM = 8;
export const MAX_ZOOM = 14;
const EXTENT = 4096;

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface MadeTile {
  z: number;
  x: number;
  y: number;
  /** Mapbox Vector Tile 2.1, not compressed. */
  bytes: Uint8Array;
}

/** Cuts layers into tiles of all zooms. */
export function* makeTiles(layers: Readonly<Record<string, LayerFeature[]>>, bounds: Box): Generator<MadeTile> {
  const indexes = Object.entries(layers).map(([name, features]) => {
    const options = { maxZoom: MAX_ZOOM, indexMaxZoom: 10, tolerance: 3, extent: EXTENT, buffer: 80 };
    return [name, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const;
  });
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z += 1) {
    const { column: x0, row: y0 } = tileSpot(bounds.north, bounds.west, z);
    const { column: x1, row: y1 } = tileSpot(bounds.south, bounds.east, z);
    for (let x = x0; x <= x1; x += 1) {
      for (let y = y0; y <= y1; y += 1) {
        const tile: Record<string, { features: readonly unknown[] }> = {};
        for (const [name, index] of indexes) {
          const found = index.getTile(z, x, y)?.features.filter((feature) => Number(feature.tags?.['minZoom']) <= z);
          if (found?.length) tile[name] = { features: found.map(withoutZoom) };
        }
        yield { z, x, y, bytes: vtpbf.fromGeojsonVt(tile, { version: 2, extent: EXTENT }) };
      }
    }
  }
}

/** Writes `{z}/{x}/{y}.pbf` below `folder`; returns how many. */
export function writeTiles(layers: Readonly<Record<string, LayerFeature[]>>, bounds: Box, folder: string): number {
  let count = 0;
  for (const { z, x, y, bytes } of makeTiles(layers, bounds)) {
    mkdirSync(join(folder, String(z), String(x)), { recursive: true });
    writeFileSync(join(folder, String(z), String(x), `${y}.pbf`), bytes);
    count += 1;
  }
  return count;
}

/** The feature without the tag that only the tiling needed. */
function withoutZoom<T extends { tags?: Record<string, unknown> | null }>(feature: T): T {
  const { minZoom: _, ...tags } = feature.tags ?? {};
  return { ...feature, tags };
}
