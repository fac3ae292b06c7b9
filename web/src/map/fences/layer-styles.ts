import type { AddLayerObject, ExpressionSpecification } from 'maplibre-gl';

export const SOURCES = { areas: 'fence-areas', bands: 'fence-bands', names: 'fence-names' } as const;
/** The layers that react to clicks. */
export const PICKED = ['fence-fill', 'fence-band', 'fence-dot'];

const colour: ExpressionSpecification = ['get', 'colour'];
const strong = (selected: number, hovered: number, other: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'selected'], false],
  selected,
  ['boolean', ['feature-state', 'hovered'], false],
  hovered,
  other,
];

/** The width of the corridor on the ground: its width at zoom 0 doubles with every zoom. */
export const groundWidth: ExpressionSpecification = [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  0,
  ['get', 'band'],
  24,
  ['*', ['get', 'band'], 2 ** 24],
];

/**
 * True if a geofence is smaller than about five pixels at this zoom at the equator; it is then drawn as a dot. Ten
 * thousand outlines too small to distinguish cost far more.
 */
const isSmall: ExpressionSpecification = ['<', ['get', 'areaM2'], ['/', 1.5e11, ['^', 4, ['zoom']]]];
const isLarge: ExpressionSpecification = ['!', isSmall];

/** The layers of geofences, from bottom to top. */
export function fenceLayers(font: string[], text: string, halo: string): AddLayerObject[] {
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return [
    {
      id: 'fence-fill',
      type: 'fill',
      source: SOURCES.areas,
      filter: isLarge,
      // The outline is a separate layer.
      paint: { 'fill-color': colour, 'fill-antialias': false, 'fill-opacity': strong(0.32, 0.26, 0.16) },
    },
    {
      id: 'fence-band',
      type: 'line',
      source: SOURCES.bands,
      filter: isLarge,
      layout: round,
      paint: { 'line-color': colour, 'line-opacity': strong(0.4, 0.34, 0.24), 'line-width': groundWidth },
    },
    {
      id: 'fence-outline',
      type: 'line',
      source: SOURCES.areas,
      filter: isLarge,
      paint: { 'line-color': colour, 'line-width': strong(3.5, 2.5, 1.5) },
    },
    {
      id: 'fence-middle',
      type: 'line',
      source: SOURCES.bands,
      filter: isLarge,
      paint: { 'line-color': colour, 'line-width': strong(3, 2.5, 1.5), 'line-dasharray': [2, 2] },
    },
    {
      id: 'fence-dot',
      type: 'circle',
      source: SOURCES.names,
      filter: isSmall,
      paint: { 'circle-color': colour, 'circle-radius': strong(6, 5, 2.5), 'circle-opacity': 0.8 },
    },
    {
      id: 'fence-name',
      type: 'symbol',
      source: SOURCES.names,
      minzoom: 13,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 12,
        'text-max-width': 9,
        'symbol-sort-key': ['-', 0, ['get', 'areaM2']],
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.5 },
    },
  ];
}
