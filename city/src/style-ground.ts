import type { Palette } from './palettes.ts';
import type { Area, StyleLayout } from './style-layouts.ts';
import { byZoom, is, layersOf, linear } from './style-parts.ts';
import type { Layer } from './style-parts.ts';

/** From this zoom on the outlines of the world are too coarse for a coast. */
const NEAR_ZOOM = 7.5;
const kindIs = (kind: string): unknown[] => ['==', ['get', 'kind'], kind];
const flat = (color: string) => ({ 'fill-color': color, 'fill-antialias': false });

/** Everything below the roads. */
export function ground(p: Palette, layout: StyleLayout): Layer[] {
  const area = (id: string, kinds: readonly Area[], color: string, minzoom = 8): Layer[] =>
    layersOf(layout.areas(kinds), {
      id,
      type: 'fill',
      minzoom,
      paint: { 'fill-color': color, 'fill-antialias': false },
    });
  const land = { id: 'land', type: 'fill', paint: { 'fill-color': p.land, 'fill-antialias': false } };
  const world = { source: 'world', 'source-layer': 'country' };
  return [
    { id: 'background', type: 'background', paint: { 'background-color': p.sea } },
    { id: 'world-land', type: 'fill', ...world, paint: { 'fill-color': p.land } },
    // The city's coast in detail, over that of the world.
    { id: 'near-sea', type: 'fill', source: 'near', minzoom: NEAR_ZOOM, filter: kindIs('sea'), paint: flat(p.sea) },
    { id: 'near-land', type: 'fill', source: 'near', minzoom: NEAR_ZOOM, filter: kindIs('land'), paint: flat(p.land) },
    {
      id: 'world-border',
      type: 'line',
      ...world,
      maxzoom: 9,
      paint: { 'line-color': p.border, 'line-width': linear([1, 0.4], [6, 1]), 'line-opacity': linear([7, 1], [9, 0]) },
    },
    ...(layout.land.length > 0 ? layersOf(layout.land, land) : [{ ...land, source: 'land' }]),
    ...area('landuse-built', ['residential', 'commercial', 'school'], p.built, 11),
    ...area('landuse-industrial', ['industrial', 'airport', 'parking'], p.industrial, 10),
    ...area('landuse-green', ['grass', 'wetland'], p.grass, 11),
    ...area('landuse-wood', ['wood'], p.wood),
    ...area('landuse-park', ['park', 'cemetery'], p.park),
    ...area('landuse-pitch', ['pitch'], p.pitch, 13),
    ...area('landuse-sand', ['sand'], p.sand, 10),
    ...layersOf(layout.waterways, {
      id: 'waterway',
      type: 'line',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': p.sea,
        'line-width': byZoom([
          [9, 0.6],
          [12, 1],
          [15, 2.5],
          [18, 8],
        ]),
        'line-opacity': 0.9,
      },
    }),
    ...layersOf(layout.water, { id: 'water', type: 'fill', paint: { 'fill-color': p.sea } }),
    ...layersOf(layout.borders, {
      id: 'border',
      type: 'line',
      minzoom: 8,
      paint: { 'line-color': p.border, 'line-width': linear([8, 0.8], [14, 2]), 'line-dasharray': [4, 2] },
    }),
    ...layersOf(layout.shores, {
      id: 'shore',
      type: 'line',
      minzoom: 10,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': p.shore, 'line-width': linear([10, 0.6], [16, 1.6]) },
    }),
    ...layersOf(layout.piers, {
      id: 'pier',
      type: 'line',
      paint: {
        'line-color': ['case', is('class', 'pier'), p.land, is('kind', 'pier'), p.land, p.industrialLine],
        'line-width': byZoom([
          [11, 1],
          [13, 2],
          [16, 10],
          [18, 36],
        ]),
      },
    }),
    ...layersOf(layout.buildings, {
      id: 'building',
      type: 'fill',
      minzoom: 13,
      paint: {
        'fill-color': p.building,
        'fill-outline-color': p.buildingLine,
        'fill-opacity': linear([13, 0], [14.5, 1]),
      },
    }),
    ...layersOf(layout.rails, {
      id: 'rail',
      type: 'line',
      minzoom: 11,
      paint: { 'line-color': p.rail, 'line-width': linear([11, 0.6], [16, 1.6]) },
    }),
    ...layersOf(layout.rails, {
      id: 'rail-sleepers',
      type: 'line',
      minzoom: 14,
      paint: { 'line-color': p.rail, 'line-width': linear([14, 3], [17, 6]), 'line-dasharray': [0.2, 3] },
    }),
  ];
}
