import { DARK, LIGHT } from '../palettes.ts';
import { buildStyle } from '../style.ts';
import type { StreetMap } from './street-map.ts';

/**
 * Returns the style that draws a map file in the colours of a theme; its tiles are at
 * `/basemap/map/‹version›/z/x/y.pbf`.
 */
export function mapStyle({ layout, archive: { header, version } }: StreetMap, theme: 'light' | 'dark'): object {
  return buildStyle(`Milepost ${theme}`, theme === 'light' ? LIGHT : DARK, {
    layout,
    path: `/basemap/map/${version}/{z}/{x}/{y}.pbf`,
    bounds: { west: header.minLon, south: header.minLat, east: header.maxLon, north: header.maxLat },
    zooms: { min: header.minZoom, max: header.maxZoom },
  });
}
