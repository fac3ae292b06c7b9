import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import GeoJSONVT from 'geojson-vt';
import type { FeatureCollection } from 'geojson';
import vtpbf from 'vt-pbf';
import { elementAt } from './at.ts';
import { chainLines } from './chain-lines.ts';
import type { LayerFeature } from './layers.ts';
import { tileSpot } from './tile-spot.ts';

export const MIN_ZOOM = 8;
export const MAX_ZOOM = 14;
/** The deepest tiles of the world: a unit is 300 m at the equator. */
export const WORLD_ZOOM = 5;
const EXTENT = 4096;
/**
 * The deepest tiles in which roads of a class have no names (`style-labels.ts` draws them from the next zoom on): one
 * feature for all, without undrawn properties. For the whole city these are two thirds of the tiles.
 */
const PLAIN_TO: Readonly<Record<string, number>> = { residential: 12, tertiary: 12, secondary: 12 };
const OTHERS_PLAIN_TO = 11;
const plainTo = (cls: unknown): number => PLAIN_TO[String(cls)] ?? OTHERS_PLAIN_TO;

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

const indexOf = (features: LayerFeature[], tolerance: number) =>
  new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: MAX_ZOOM, indexMaxZoom: 10, tolerance, extent: EXTENT, buffer: 80 },
  );

/** Cuts layers into tiles of all zooms. */
export function* makeTiles(layers: Readonly<Record<string, LayerFeature[]>>, bounds: Box): Generator<MadeTile> {
  const indexes = Object.entries(layers).map(([name, features]) => [name, indexOf(features, 3)] as const);
  const plain = indexOf(plainRoads(layers['road'] ?? []), 6);
  const featuresOf = (name: string, index: GeoJSONVT, z: number, x: number, y: number) => {
    const features = index.getTile(z, x, y)?.features ?? [];
    if (name !== 'road') return features;
    const isPlain = ({ tags }: { tags?: Record<string, unknown> | null }) => plainTo(tags?.['class']) >= z;
    return [
      ...(plain.getTile(z, x, y)?.features.filter(isPlain) ?? []),
      ...features.filter((feature) => !isPlain(feature)),
    ];
  };
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z += 1) {
    const { column: x0, row: y0 } = tileSpot(bounds.north, bounds.west, z);
    const { column: x1, row: y1 } = tileSpot(bounds.south, bounds.east, z);
    for (let x = x0; x <= x1; x += 1) {
      for (let y = y0; y <= y1; y += 1) {
        const tile: Record<string, { features: readonly unknown[] }> = {};
        for (const [name, index] of indexes) {
          const found = featuresOf(name, index, z, x, y).filter((feature) => Number(feature.tags?.['minZoom']) <= z);
          if (found.length > 0) tile[name] = { features: found.map(withoutZoom) };
        }
        yield { z, x, y, bytes: vtpbf.fromGeojsonVt(tile, { version: 2, extent: EXTENT }) };
      }
    }
  }
}

/** Returns roads for tiles in which no street has a name: by class, in lines as long as possible. */
function plainRoads(roads: readonly LayerFeature[]): LayerFeature[] {
  const groups = Map.groupBy(roads, ({ properties }) => `${properties['class']} ${properties['tunnel']}`);
  return [...groups.values()].map((group) => {
    const first = elementAt(group, 0).properties;
    const lines = group.flatMap(({ geometry }) =>
      geometry.type === 'LineString' ? [geometry.coordinates.flat()] : [],
    );
    const coordinates = chainLines(lines).map((line) =>
      Array.from({ length: line.length / 2 }, (_, index) => [
        elementAt(line, index * 2),
        elementAt(line, index * 2 + 1),
      ]),
    );
    const properties = {
      class: first['class'] ?? '',
      minZoom: first.minZoom,
      ...(first['tunnel'] !== undefined && { tunnel: first['tunnel'] }),
    };
    return { type: 'Feature', geometry: { type: 'MultiLineString', coordinates }, properties };
  });
}

/** Writes the outlines and names of the world as tiles, so that a map loads only those that it shows. */
export function writeWorldTiles(world: FeatureCollection, folder: string): void {
  const indexes = [...Map.groupBy(world.features, ({ properties }) => String(properties?.['kind']))].map(
    ([kind, features]) => {
      const options = { maxZoom: WORLD_ZOOM, indexMaxZoom: WORLD_ZOOM, tolerance: 3, extent: EXTENT, buffer: 80 };
      return [kind, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const;
    },
  );
  for (let z = 0; z <= WORLD_ZOOM; z += 1) {
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) {
        const tile: Record<string, { features: readonly unknown[] }> = {};
        for (const [kind, index] of indexes) {
          const layer = index.getTile(z, x, y);
          if (layer?.features.length) tile[kind] = layer;
        }
        // Tiles with only sea have no file.
        if (Object.keys(tile).length === 0) continue;
        mkdirSync(join(folder, String(z), String(x)), { recursive: true });
        writeFileSync(
          join(folder, String(z), String(x), `${y}.pbf`),
          vtpbf.fromGeojsonVt(tile, { version: 2, extent: EXTENT }),
        );
      }
    }
  }
}

/** Writes `{z}/{x}/{y}.pbf` below `folder`; returns the number of files. */
export function writeTiles(layers: Readonly<Record<string, LayerFeature[]>>, bounds: Box, folder: string): number {
  let count = 0;
  for (const { z, x, y, bytes } of makeTiles(layers, bounds)) {
    mkdirSync(join(folder, String(z), String(x)), { recursive: true });
    writeFileSync(join(folder, String(z), String(x), `${y}.pbf`), bytes);
    count += 1;
  }
  return count;
}

/** Returns the feature without the tag that only the tiling needed. */
function withoutZoom<T extends { tags?: Record<string, unknown> | null }>(feature: T): T {
  const { minZoom: _, ...tags } = feature.tags ?? {};
  return { ...feature, tags };
}
