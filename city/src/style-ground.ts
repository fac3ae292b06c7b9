import type { Palette } from './palettes.ts';
import { byZoom, is, linear } from './style-parts.ts';
import type { Layer } from './style-parts.ts';

/** Land of some kinds, filled. */
function area(id: string, kinds: string[], color: string, minzoom = 8): Layer {
  return {
    id,
    type: 'fill',
    source: 'city',
    'source-layer': 'landuse',
    minzoom,
    filter: is('kind', ...kinds),
    paint: { 'fill-color': color, 'fill-antialias': false },
  };
}

/** Everything below the roads. */
export function ground(p: Palette): Layer[] {
  const world = { source: 'world', filter: ['==', ['get', 'kind'], 'country'] };
  return [
    { id: 'background', type: 'background', paint: { 'background-color': p.sea } },
    { id: 'world-land', type: 'fill', ...world, paint: { 'fill-color': p.land } },
    {
      id: 'world-border',
      type: 'line',
      ...world,
      maxzoom: 9,
      paint: { 'line-color': p.border, 'line-width': linear([1, 0.4], [6, 1]), 'line-opacity': linear([7, 1], [9, 0]) },
    },
    {
      id: 'land',
      type: 'fill',
      source: 'city',
      'source-layer': 'land',
      paint: { 'fill-color': p.land, 'fill-antialias': false },
    },
    area('landuse-built', ['residential', 'commercial', 'school'], p.built, 11),
    area('landuse-industrial', ['industrial', 'airport', 'parking'], p.industrial, 10),
    area('landuse-green', ['grass', 'wetland'], p.grass, 11),
    area('landuse-wood', ['wood'], p.wood),
    area('landuse-park', ['park', 'cemetery'], p.park),
    area('landuse-pitch', ['pitch'], p.pitch, 13),
    area('landuse-sand', ['sand'], p.sand, 10),
    {
      id: 'waterway',
      type: 'line',
      source: 'city',
      'source-layer': 'waterway',
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
    },
    { id: 'water', type: 'fill', source: 'city', 'source-layer': 'water', paint: { 'fill-color': p.sea } },
    {
      id: 'shore',
      type: 'line',
      source: 'city',
      'source-layer': 'shore',
      minzoom: 10,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': p.shore, 'line-width': linear([10, 0.6], [16, 1.6]) },
    },
    {
      id: 'pier',
      type: 'line',
      source: 'city',
      'source-layer': 'pier',
      paint: {
        'line-color': ['case', is('kind', 'pier'), p.land, p.industrialLine],
        'line-width': byZoom([
          [11, 1],
          [13, 2],
          [16, 10],
          [18, 36],
        ]),
      },
    },
    {
      id: 'building',
      type: 'fill',
      source: 'city',
      'source-layer': 'building',
      minzoom: 13,
      paint: {
        'fill-color': p.building,
        'fill-outline-color': p.buildingLine,
        'fill-opacity': linear([13, 0], [14.5, 1]),
      },
    },
    {
      id: 'rail',
      type: 'line',
      source: 'city',
      'source-layer': 'rail',
      minzoom: 11,
      paint: { 'line-color': p.rail, 'line-width': linear([11, 0.6], [16, 1.6]) },
    },
    {
      id: 'rail-sleepers',
      type: 'line',
      source: 'city',
      'source-layer': 'rail',
      minzoom: 14,
      paint: { 'line-color': p.rail, 'line-width': linear([14, 3], [17, 6]), 'line-dasharray': [0.2, 3] },
    },
  ];
}
