import { elementAt } from './at.ts';
import { blur, distanceTo, fill, flood } from './raster.ts';
import { contours } from 'd3-contour';
import type { SourceFeature } from './source.ts';
import { tag } from './source.ts';
import { gridToLat, toLonLat } from './grid.ts';

export type Ring = [number, number][];

/** The sea inside the source's bounds, as GeoJSON polygons, and which points are land. */
export interface Coast {
  sea: Ring[][];
  isSea(x: number, y: number): boolean;
}

/** Side of a cell of the mark grid, metres. */
const CELL_M = 36;
/** Water narrower than about twice this many cells counts as land: closes the gaps between marks on the shore. */
const GAP_CELLS = 5;
/** Cells beyond each edge of the bounds, so that contours are closed outside of them. */
const MARGIN = 12;

/** True for the marks of the land mask: a road, a building, an address, or anything else that stands on land. */
function standsOnLand(feature: SourceFeature): boolean {
  if (tag(feature, 'route') === 'ferry' || tag(feature, 'boundary') !== '' || tag(feature, 'natural') === 'water')
    return false;
  if (tag(feature, 'seamark:type') !== '' || tag(feature, 'place').startsWith('isl') || tag(feature, 'note') !== '')
    return false;
  if (feature.type === 'point')
    return tag(feature, 'addr:housenumber') !== '' || tag(feature, 'shop') !== '' || tag(feature, 'natural') === 'tree';
  const marks = [
    'highway',
    'building',
    'landuse',
    'leisure',
    'natural',
    'railway',
    'amenity',
    'aeroway',
    'waterway',
    'barrier',
    'man_made',
  ];
  return marks.some((key) => tag(feature, key) !== '');
}

/**
 * Finds the coast. The source has none: the sea is the area that can be flooded from the south edge (and from ferry
 * lines) without coming close to anything that stands on land; a smoothed contour of that is the shore.
 *
 * @param bounds west, north, east, south in grid coordinates
 */
export function findCoast(
  features: readonly SourceFeature[],
  bounds: readonly [number, number, number, number],
): Coast {
  const [west, north, east, south] = bounds;
  const metre = 2 ** 32 / (40_075_016.7 * Math.cos((gridToLat((north + south) / 2) * Math.PI) / 180));
  const cell = CELL_M * metre;
  const width = Math.ceil((east - west) / cell) + 2 * MARGIN;
  const height = Math.ceil((south - north) / cell) + 2 * MARGIN;
  const land = new Uint8Array(width * height);
  const ferry: number[] = [];
  const column = (x: number): number => Math.min(width - 1, Math.max(0, Math.floor((x - west) / cell) + MARGIN));
  const row = (y: number): number => Math.min(height - 1, Math.max(0, Math.floor((y - north) / cell) + MARGIN));
  const along = (part: readonly number[], visit: (i: number) => void): void => {
    for (let k = 0; k + 3 < part.length; k += 2) {
      const [ax, ay, bx, by] = [
        elementAt(part, k),
        elementAt(part, k + 1),
        elementAt(part, k + 2),
        elementAt(part, k + 3),
      ];
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / (cell / 2)));
      for (let s = 0; s <= steps; s += 1)
        visit(row(ay + ((by - ay) * s) / steps) * width + column(ax + ((bx - ax) * s) / steps));
    }
  };
  for (const feature of features) {
    if (tag(feature, 'route') === 'ferry') for (const part of feature.parts) along(part, (i) => ferry.push(i));
    if (!standsOnLand(feature)) continue;
    for (const part of feature.parts) {
      if (feature.type === 'point') land[row(elementAt(part, 1)) * width + column(elementAt(part, 0))] = 1;
      else along(part, (i) => (land[i] = 1));
      if (feature.type === 'area')
        fill(part, (x, y) => (land[(y + MARGIN) * width + x + MARGIN] = 1), cell, west, north);
    }
  }
  // Beyond the bounds the land continues: the edge cells are repeated into the margin, except to the south.
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const ex = Math.min(width - 1 - MARGIN - 1, Math.max(MARGIN, x));
      const ey = Math.max(MARGIN, y);
      if (ex !== x || ey !== y) land[y * width + x] = y < MARGIN ? 1 : elementAt(land, ey * width + ex);
    }
  }
  const toLand = distanceTo((i) => land[i] === 1, width, height);
  const seeds = [...ferry];
  for (let x = 0; x < width; x += 1) seeds.push((height - 1) * width + x);
  const core = flood(seeds, (i) => elementAt(toLand, i) > GAP_CELLS, width, height);
  const toCore = distanceTo((i) => core[i] === 1, width, height);
  const sea = new Float64Array(width * height);
  for (let i = 0; i < sea.length; i += 1)
    sea[i] = elementAt(toCore, i) <= GAP_CELLS - 1 && elementAt(toLand, i) > 0.5 ? 1 : 0;
  const field = blur(sea, width);
  const polygons = contours().size([width, height]).thresholds([0.5])(field)[0]?.coordinates ?? [];
  const place = ([x = 0, y = 0]: number[]): [number, number] =>
    toLonLat(west + (x - MARGIN) * cell, north + (y - MARGIN) * cell);
  const rings = polygons
    .map((polygon) => polygon.filter((ring) => Math.abs(area(ring)) > 25).map((ring) => smooth(ring).map(place)))
    .filter((polygon) => polygon.length > 0);
  return { sea: rings, isSea: (x, y) => elementAt(field, row(y) * width + column(x)) > 0.5 };
}

function area(ring: readonly number[][]): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i += 1)
    sum +=
      elementAt(elementAt(ring, i), 0) * elementAt(elementAt(ring, i + 1), 1) -
      elementAt(elementAt(ring, i + 1), 0) * elementAt(elementAt(ring, i), 1);
  return sum / 2;
}

/** Chaikin's corner cutting, twice: the steps of the grid become curves. */
function smooth(ring: readonly number[][]): number[][] {
  let points = ring.slice(0, -1);
  for (let round = 0; round < 2; round += 1) {
    const next: number[][] = [];
    for (const [i, a] of points.entries()) {
      const b = elementAt(points, (i + 1) % points.length);
      next.push(
        [elementAt(a, 0) * 0.75 + elementAt(b, 0) * 0.25, elementAt(a, 1) * 0.75 + elementAt(b, 1) * 0.25],
        [elementAt(a, 0) * 0.25 + elementAt(b, 0) * 0.75, elementAt(a, 1) * 0.25 + elementAt(b, 1) * 0.75],
      );
    }
    points = next;
  }
  return [...points, elementAt(points, 0)];
}
