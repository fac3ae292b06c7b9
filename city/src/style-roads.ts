import type { Palette } from './palettes.ts';
import type { StyleLayout } from './style-layouts.ts';
import { byZoom, layersOf, linear } from './style-parts.ts';
import type { Layer, Stops } from './style-parts.ts';

interface RoadLook {
  id: string;
  classes: string[];
  from: number;
  width: Stops;
  fill: string;
  casing: string;
}

function roadLooks(p: Palette): RoadLook[] {
  return [
    {
      id: 'service',
      classes: ['service'],
      from: 13,
      fill: p.minor,
      casing: p.minorCasing,
      width: [
        [13, 0.5],
        [15, 2],
        [16, 4],
        [18, 11],
        [20, 30],
      ],
    },
    {
      id: 'residential',
      classes: ['residential'],
      from: 11,
      fill: p.minor,
      casing: p.minorCasing,
      width: [
        [11, 0.4],
        [12, 0.65],
        [13, 1.3],
        [14, 2.6],
        [15, 5],
        [16, 8.5],
        [18, 22],
        [20, 70],
      ],
    },
    {
      id: 'tertiary',
      classes: ['tertiary'],
      from: 11,
      fill: p.middle,
      casing: p.middleCasing,
      width: [
        [11, 0.7],
        [12, 1.2],
        [13, 2.4],
        [14, 4],
        [15, 7],
        [16, 11],
        [18, 26],
        [20, 80],
      ],
    },
    {
      id: 'secondary',
      classes: ['secondary'],
      from: 10,
      fill: p.middle,
      casing: p.middleCasing,
      width: [
        [10, 0.6],
        [11, 1.1],
        [12, 1.9],
        [13, 3.2],
        [14, 5],
        [15, 8.5],
        [16, 13],
        [18, 29],
        [20, 86],
      ],
    },
    {
      id: 'primary',
      classes: ['primary'],
      from: 8,
      fill: p.major,
      casing: p.majorCasing,
      width: [
        [8, 0.5],
        [10, 1],
        [11, 1.5],
        [12, 2.4],
        [13, 3.8],
        [14, 5.6],
        [15, 9],
        [16, 14],
        [18, 31],
        [20, 92],
      ],
    },
    {
      id: 'trunk',
      classes: ['motorway', 'trunk'],
      from: 8,
      fill: p.major,
      casing: p.majorCasing,
      width: [
        [8, 0.7],
        [10, 1.3],
        [11, 1.9],
        [12, 2.8],
        [13, 4.2],
        [14, 6],
        [15, 9.5],
        [16, 15],
        [18, 33],
        [20, 96],
      ],
    },
  ];
}

/** The layers of roads: tunnels and paths first, then all casings below all fills, so that crossings join. */
export function roads(p: Palette, layout: StyleLayout): Layer[] {
  const looks = roadLooks(p);
  const base = { type: 'line', layout: { 'line-cap': 'round', 'line-join': 'round' } };
  const tunnels = looks.flatMap((look) =>
    layersOf(layout.roads(look.classes, 'tunnel'), {
      ...base,
      layout: { 'line-join': 'round' },
      id: `tunnel-${look.id}`,
      minzoom: look.from,
      paint: {
        'line-color': look.casing,
        'line-width': byZoom(look.width),
        'line-dasharray': [1.2, 0.8],
        'line-opacity': 0.7,
      },
    }),
  );
  const casings = looks.flatMap((look) =>
    layersOf(layout.roads(look.classes, 'open'), {
      ...base,
      id: `road-casing-${look.id}`,
      minzoom: Math.max(look.from, look.id === 'service' ? 15 : look.id === 'residential' ? 13 : 11),
      paint: {
        'line-color': look.casing,
        'line-width': byZoom(look.width.map(([z, w]) => [z, w + (z < 13 ? 1 : z < 16 ? 1.6 : 2)] as const)),
        'line-opacity': look.id === 'residential' ? linear([13, 0], [14, 1]) : 1,
      },
    }),
  );
  const path = layersOf(layout.roads(['path']), {
    ...base,
    id: 'road-path',
    minzoom: 14,
    paint: {
      'line-color': p.path,
      'line-width': byZoom([
        [14, 0.6],
        [16, 1.2],
        [18, 2.5],
      ]),
      'line-dasharray': [2, 1.5],
    },
  });
  const fills = looks.flatMap((look) =>
    layersOf(layout.roads(look.classes, 'open'), {
      ...base,
      id: `road-${look.id}`,
      minzoom: look.from,
      paint: {
        'line-color':
          look.id === 'residential' || look.id === 'service' ? linear([12, p.minorFar], [14.5, look.fill]) : look.fill,
        'line-width': byZoom(look.width),
        // The smallest streets fade in: at first they are only a texture.
        'line-opacity': look.id === 'residential' ? linear([11, 0.45], [12, 0.8], [13, 1]) : 1,
      },
    }),
  );
  const fade = layersOf(layout.fades, {
    id: 'edge-fade',
    type: 'fill',
    paint: { 'fill-color': p.land, 'fill-opacity': ['get', 'alpha'], 'fill-antialias': false },
  });
  return [...tunnels, ...path, ...casings, ...fills, ...fade];
}
