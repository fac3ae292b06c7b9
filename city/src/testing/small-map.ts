import { gridToLat, gridToLon, latToGrid, lonToGrid } from '../grid.ts';
import { buildLayers, type LayerFeature } from '../layers.ts';
import { readSource, type SourceFeature, sourceFolder } from '../source.ts';
import { makeTiles } from '../tiles.ts';
import { demoLayers, type DemoMapOptions, movedPlace } from './demo-layers.ts';
import { writeArchive } from './write-archive.ts';

/** Around the Plaza Independencia, degrees: streets, suburbs, shops, no coast. */
const BOX = { west: -56.205, south: -34.911, east: -56.185, north: -34.899 };

let source: SourceFeature[] | undefined;

/** A piece of the demo city as a map file, for tests. */
export function smallMap(options: DemoMapOptions, entriesOfLeaf?: number): Buffer {
  source ??= readSource(sourceFolder()).filter(isInside);
  const layers = demoLayers(buildLayers(source, { sea: [], isSea: () => false }, BOX), options);
  const [west = 0, south = 0] = options.to ? movedPlace(options.to, [BOX.west, BOX.south]) : [BOX.west, BOX.south];
  const [east = 0, north = 0] = options.to ? movedPlace(options.to, [BOX.east, BOX.north]) : [BOX.east, BOX.north];
  return mapOf(layers, { west, south, east, north }, entriesOfLeaf);
}

/** Layers as a map file. */
export function mapOf(
  layers: Readonly<Record<string, LayerFeature[]>>,
  bounds: { west: number; south: number; east: number; north: number },
  entriesOfLeaf?: number,
): Buffer {
  const { west, south, east, north } = bounds;
  // A layer that every file with a layout has, but that a small piece may lack.
  const ids = new Set(['water', 'places', 'place', 'earth', ...Object.keys(layers)]);
  const metadata = { name: 'Test', vector_layers: [...ids].map((id) => ({ id, fields: {} })) };
  const tiles = [...makeTiles(layers, bounds)];
  return writeArchive({ tiles, metadata, bounds: [west, south, east, north], entriesOfLeaf });
}

const [left, top] = [lonToGrid(BOX.west), latToGrid(BOX.north)];
const [right, bottom] = [lonToGrid(BOX.east), latToGrid(BOX.south)];

function isInside({ parts }: SourceFeature): boolean {
  return parts.some((part) => {
    const [x = 0, y = 0] = part;
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}

/** For tests: the middle of the piece. */
export const SMALL_MIDDLE = [gridToLon((left + right) / 2), gridToLat((top + bottom) / 2)] as const;
