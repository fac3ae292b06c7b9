import { VectorTile, type VectorTileFeature, type VectorTileLayer } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { type NamingLayout, type Names, namesOf, type PlaceKind } from './naming-layouts.ts';

/**
 * Coordinates are measured from the tile's north-west corner, in fractions of its side: 0 to 1, slightly more at the
 * edges.
 */
export interface LabelledPoint {
  names: Names;
  x: number;
  y: number;
}

export interface TileStreets {
  names: Names[];
  /** [x, y, x, y] for each straight piece. */
  pieces: Float32Array;
  /** Index of the name of each piece. */
  owners: Uint32Array;
  numbers: { number: string; x: number; y: number }[];
}

/** A longer line is broken data. */
export const MAX_PIECES = 200_000;

/** Reads a tile; invalid bytes give an empty one. */
export function readTile(bytes: Uint8Array): VectorTile {
  try {
    return new VectorTile(new PbfReader(bytes));
  } catch {
    return new VectorTile(new PbfReader(new Uint8Array()));
  }
}

/** Returns the named streets and house numbers of a tile. */
export function streetsOf(tile: VectorTile, layout: NamingLayout): TileStreets {
  const names: Names[] = [];
  const known = new Map<string, number>();
  const pieces: number[] = [];
  const owners: number[] = [];
  for (const { feature, extent } of featuresOf(tile.layers[layout.streets])) {
    if (feature.type !== 2 || !layout.isStreet(feature.properties)) continue;
    const called = namesOf(feature.properties, true);
    if (!called) continue;
    let owner = known.get(called.name);
    if (owner === undefined) {
      owner = names.push(called) - 1;
      known.set(called.name, owner);
    }
    for (const line of linesOf(feature)) {
      for (let i = 1; i < line.length && owners.length < MAX_PIECES; i += 1) {
        const [from, to] = [line[i - 1], line[i]];
        if (!from || !to) continue;
        pieces.push(from.x / extent, from.y / extent, to.x / extent, to.y / extent);
        owners.push(owner);
      }
    }
  }
  const numbers = pointsOf(tile.layers[layout.numbers], (properties) => {
    const number = layout.houseNumber(properties).trim().slice(0, 12);
    return number === '' ? null : { number };
  });
  return { names, pieces: Float32Array.from(pieces), owners: Uint32Array.from(owners), numbers };
}

export interface LabelledArea extends LabelledPoint {
  kind: PlaceKind;
}

/** Returns the towns and parts of towns of a tile, by their middle. */
export const placesOf = (tile: VectorTile, layout: NamingLayout): LabelledArea[] =>
  pointsOf(tile.layers[layout.places], (properties) => {
    const kind = layout.placeKind(properties);
    const names = kind && namesOf(properties, false);
    return kind && names ? { kind, names } : null;
  });

/** Returns shops, stations and other points with a name. */
export const poisOf = (tile: VectorTile, layout: NamingLayout): LabelledPoint[] =>
  pointsOf(tile.layers[layout.pois], (properties) => {
    const names = namesOf(properties, false);
    return names && { names };
  });

function pointsOf<Found extends object>(
  layer: VectorTileLayer | undefined,
  read: (properties: VectorTileFeature['properties']) => Found | null,
): (Found & { x: number; y: number })[] {
  const found: (Found & { x: number; y: number })[] = [];
  for (const { feature, extent } of featuresOf(layer)) {
    if (feature.type !== 1) continue;
    const one = read(feature.properties);
    const point = one && linesOf(feature)[0]?.[0];
    if (one && point) found.push({ ...one, x: point.x / extent, y: point.y / extent });
  }
  return found;
}

export function* featuresOf(
  layer: VectorTileLayer | undefined,
): Generator<{ feature: VectorTileFeature; extent: number }> {
  if (!layer || !(layer.extent > 0)) return;
  for (let i = 0; i < layer.length; i += 1) {
    try {
      yield { feature: layer.feature(i), extent: layer.extent };
    } catch {
      // A broken feature ends the reading of its layer.
      return;
    }
  }
}

export function linesOf(feature: VectorTileFeature): { x: number; y: number }[][] {
  try {
    return feature.loadGeometry();
  } catch {
    return [];
  }
}
