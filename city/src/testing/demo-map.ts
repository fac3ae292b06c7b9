import { writeFileSync } from 'node:fs';
import { findCoast } from '../coast.ts';
import { gridToLat, gridToLon } from '../grid.ts';
import { buildLayers } from '../layers.ts';
import { readSource, sourceBounds, sourceFolder } from '../source.ts';
import { demoLayers, type DemoMapOptions, movedPlace } from './demo-layers.ts';
import { mapOf } from './small-map.ts';

/** Writes the whole demo city as a map file. */
export function writeDemoMap(file: string, options: DemoMapOptions): void {
  const [w, n, e, s] = sourceBounds(sourceFolder());
  const bounds = { west: gridToLon(w), north: gridToLat(n), east: gridToLon(e), south: gridToLat(s) };
  const features = readSource(sourceFolder());
  const layers = demoLayers(buildLayers(features, findCoast(features, [w, n, e, s]), bounds), options);
  const [west = 0, south = 0] = options.to
    ? movedPlace(options.to, [bounds.west, bounds.south])
    : [bounds.west, bounds.south];
  const [east = 0, north = 0] = options.to
    ? movedPlace(options.to, [bounds.east, bounds.north])
    : [bounds.east, bounds.north];
  writeFileSync(file, mapOf(layers, { west, south, east, north }));
}
