import type { Palette } from './palettes.ts';
import type { StyleLayout } from './style-layouts.ts';
import { layersOf, linear } from './style-parts.ts';
import type { Layer } from './style-parts.ts';

/** The application provides all fonts except the system's, which lacks letters of some scripts. */
const FONT = ['Inter Variable', 'system-ui', 'Vazirmatn Variable', 'Noto Sans Devanagari Variable', 'sans-serif'];
/** Names of streets, places and countries. */
export function labels(p: Palette, layout: StyleLayout): Layer[] {
  const halo = { 'text-halo-color': p.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 };
  const text = { 'text-field': layout.name, 'text-font': FONT };
  const street = (id: string, classes: string[], minzoom: number, color: string, size: unknown): Layer[] =>
    layersOf(layout.roadNames(classes), {
      id,
      type: 'symbol',
      minzoom,
      layout: {
        ...text,
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-size': size,
        'text-max-angle': 28,
        'text-padding': 6,
      },
      paint: { 'text-color': color, ...halo },
    });
  return [
    ...street('label-street', ['residential', 'service', 'path'], 15, p.streetText, linear([15, 9.5], [18, 13])),
    ...street('label-road', ['tertiary', 'secondary'], 13.5, p.streetText, linear([13.5, 9.5], [18, 14])),
    ...street('label-main-road', ['primary', 'trunk', 'motorway'], 12.5, p.streetText, linear([12.5, 10], [18, 14.5])),
    ...layout.numbers.flatMap(({ field, ...part }) =>
      layersOf([part], {
        id: 'label-number',
        type: 'symbol',
        minzoom: 17,
        layout: { ...text, 'text-field': ['get', field], 'text-size': 10 },
        paint: { 'text-color': p.poiText, ...halo },
      }),
    ),
    ...layersOf(layout.pois, {
      id: 'label-poi',
      type: 'symbol',
      minzoom: 14.5,
      layout: {
        ...text,
        'text-size': 10.5,
        'text-max-width': 7,
        'text-padding': 8,
        'symbol-sort-key': layout.poiOrder,
      },
      paint: { 'text-color': ['case', layout.isPark, p.parkText, p.poiText], ...halo },
    }),
    ...layersOf(layout.suburbs, {
      id: 'label-place',
      type: 'symbol',
      minzoom: 10.5,
      maxzoom: 16,
      layout: {
        ...text,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          11,
          ['case', layout.isSuburb, 10.5, 9],
          15,
          ['case', layout.isSuburb, 15, 12],
        ],
        'text-letter-spacing': 0.03,
        'text-max-width': 8,
        'text-padding': linear([11, 10], [14, 4]),
        'symbol-sort-key': layout.placeOrder,
      },
      paint: { 'text-color': p.placeText, ...halo, 'text-halo-width': 1.6 },
    }),
    ...layersOf(layout.villages, {
      id: 'label-village',
      type: 'symbol',
      minzoom: 10,
      maxzoom: 16,
      layout: { ...text, 'text-size': linear([10, 9.5], [14, 14]), 'symbol-sort-key': layout.placeOrder },
      paint: { 'text-color': p.placeText, ...halo },
    }),
    ...layersOf(layout.towns, {
      id: 'label-town',
      type: 'symbol',
      minzoom: 4,
      maxzoom: 14,
      layout: {
        ...text,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          5,
          ['case', layout.isCity, 10.5, 9],
          12,
          ['case', layout.isCity, 20, 15],
        ],
        'text-max-width': 8,
        'symbol-sort-key': layout.placeOrder,
      },
      paint: { 'text-color': p.placeText, ...halo, 'text-halo-width': 1.6 },
    }),
    ...(layout.towns.length > 0 ? [] : [worldCity(p)]),
    {
      id: 'label-country',
      type: 'symbol',
      source: 'world',
      'source-layer': 'label',
      minzoom: 1,
      maxzoom: 8,
      filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 2, 2, 4, 3, 5, 4]],
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

/** The demo city, which its tiles do not label as a whole. */
const worldCity = (p: Palette): Layer => ({
  id: 'label-city',
  type: 'symbol',
  source: 'world',
  'source-layer': 'city',
  minzoom: 4,
  maxzoom: 10.5,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': FONT,
    'text-size': linear([4, 10], [9, 16]),
    'text-anchor': 'bottom',
  },
  paint: { 'text-color': p.placeText, 'text-halo-color': p.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 },
});
