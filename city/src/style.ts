import type { Palette } from './palettes.ts';
import { ground } from './style-ground.ts';
import { labels } from './style-labels.ts';
import { roads } from './style-roads.ts';

const ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a> contributors';

/**
 * A MapLibre 6 style. It names no glyphs, so labels are drawn with the fonts of the machine, and no sprite; URLs begin
 * with the placeholder `{base}`, which the browser replaces by the origin that it came from.
 *
 * @param bounds west, south, east and north edge of the street tiles, degrees
 */
export function buildStyle(
  name: string,
  palette: Palette,
  bounds: { west: number; south: number; east: number; north: number },
  zooms: { min: number; max: number },
): object {
  return {
    version: 8,
    name,
    center: [-56.165, -34.888],
    zoom: 12.4,
    sources: {
      world: { type: 'geojson', data: '{base}/basemap/world.json', tolerance: 0.3 },
      city: {
        type: 'vector',
        tiles: ['{base}/basemap/tiles/{z}/{x}/{y}.pbf'],
        minzoom: zooms.min,
        maxzoom: zooms.max,
        bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
        attribution: ATTRIBUTION,
      },
    },
    layers: [...ground(palette), ...roads(palette), ...labels(palette)],
  };
}
