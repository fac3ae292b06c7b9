import type { Palette } from './palettes.ts';
import { is, linear } from './style-parts.ts';
import type { Layer } from './style-parts.ts';

const FONT = ['Inter', 'system-ui', 'sans-serif'];
/** Names of streets, places and countries. */
export function labels(p: Palette): Layer[] {
  const halo = { 'text-halo-color': p.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 };
  const street = (id: string, classes: string[], minzoom: number, color: string, size: unknown): Layer => ({
    id,
    type: 'symbol',
    source: 'city',
    'source-layer': 'road',
    minzoom,
    filter: ['all', is('class', ...classes), ['has', 'name']],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': size,
      'text-max-angle': 28,
      'text-padding': 6,
    },
    paint: { 'text-color': color, ...halo },
  });
  return [
    street('label-street', ['residential', 'service', 'path'], 15, p.streetText, linear([15, 9.5], [18, 13])),
    street('label-road', ['tertiary', 'secondary'], 13.5, p.streetText, linear([13.5, 9.5], [18, 14])),
    street('label-main-road', ['primary', 'trunk', 'motorway'], 12.5, p.streetText, linear([12.5, 10], [18, 14.5])),
    {
      id: 'label-poi',
      type: 'symbol',
      source: 'city',
      'source-layer': 'poi',
      minzoom: 14.5,
      filter: [
        'any',
        ['<=', ['get', 'rank'], 1],
        ['all', ['>=', ['zoom'], 15.5], ['<=', ['get', 'rank'], 2]],
        ['>=', ['zoom'], 16.5],
      ],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 10.5,
        'text-max-width': 7,
        'text-padding': 8,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': ['case', is('kind', 'park'), p.parkText, p.poiText], ...halo },
    },
    {
      id: 'label-place',
      type: 'symbol',
      source: 'city',
      'source-layer': 'place',
      minzoom: 10.5,
      maxzoom: 16,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          11,
          ['case', is('kind', 'suburb'), 10.5, 9],
          15,
          ['case', is('kind', 'suburb'), 15, 12],
        ],
        'text-letter-spacing': 0.03,
        'text-max-width': 8,
        'text-padding': linear([11, 10], [14, 4]),
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': p.placeText, ...halo, 'text-halo-width': 1.6 },
    },
    {
      id: 'label-city',
      type: 'symbol',
      source: 'world',
      minzoom: 4,
      maxzoom: 10.5,
      filter: ['==', ['get', 'kind'], 'city'],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': linear([4, 10], [9, 16]),
        'text-anchor': 'bottom',
      },
      paint: { 'text-color': p.placeText, ...halo },
    },
    {
      id: 'label-country',
      type: 'symbol',
      source: 'world',
      minzoom: 1,
      maxzoom: 8,
      filter: [
        'all',
        ['==', ['get', 'kind'], 'label'],
        ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 2, 2, 4, 3, 5, 4]],
      ],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': linear([1, 9], [6, 15]),
        'text-letter-spacing': 0.05,
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': p.placeText, ...halo },
    },
  ];
}
