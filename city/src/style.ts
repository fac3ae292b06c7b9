import type { Polygon } from 'geojson';
import type { MapLayout } from './map-file/layout.ts';
import type { Palette } from './palettes.ts';
import { ground } from './style-ground.ts';
import { labels } from './style-labels.ts';
import { STYLE_LAYOUTS } from './style-layouts.ts';
import { STREETS } from './style-parts.ts';
import { roads } from './style-roads.ts';
import { WORLD_ZOOM } from './tiles.ts';

const ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a> contributors';

/** The tiles with the streets of a style. */
export interface StreetTiles {
  layout: MapLayout | 'city';
  /** Path below the server's own address, with `{z}`, `{x}` and `{y}`. */
  path: string;
  /** Their area, degrees. */
  bounds: { west: number; south: number; east: number; north: number };
  zooms: { min: number; max: number };
}

/**
 * A MapLibre 6 style. It has no glyphs, so labels are drawn with the fonts of the machine, and no sprite. The browser
 * replaces the placeholders: `{base}` with the origin from which it was loaded, `{language}` with the reader's
 * language.
 */
export function buildStyle(name: string, palette: Palette, { layout, path, bounds, zooms }: StreetTiles): object {
  const { west, south, east, north } = bounds;
  const parts = STYLE_LAYOUTS[layout];
  return {
    version: 8,
    name,
    center: [(west + east) / 2, (south + north) / 2],
    zoom: 12.4,
    sources: {
      world: { type: 'vector', tiles: ['{base}/basemap/world/{z}/{x}/{y}.pbf'], minzoom: 0, maxzoom: WORLD_ZOOM },
      near: { type: 'geojson', data: '{base}/basemap/near.json' },
      // In tiles without a land layer, land covers everything below their water.
      ...(parts.land.length === 0 && { land: { type: 'geojson', data: boxOf(bounds) } }),
      [STREETS]: {
        type: 'vector',
        tiles: [`{base}${path}`],
        minzoom: zooms.min,
        maxzoom: zooms.max,
        bounds: [west, south, east, north],
        attribution: ATTRIBUTION,
      },
    },
    layers: [...ground(palette, parts), ...roads(palette, parts), ...labels(palette, parts)],
  };
}

function boxOf({ west, south, east, north }: StreetTiles['bounds']): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
