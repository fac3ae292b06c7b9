import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { shapeFault, tidyShape } from '@milepost/contract/shape-fault';
import type { GeoJSONSource } from 'maplibre-gl';
import type { MapLibreMap } from '../map-library.ts';
import { addLayers } from '../add-layers.ts';
import { groundWidth } from '../fences/layer-styles.ts';
import { bandWidthPx, type ShapeGeometry, shapeGeometry } from '../fences/shape-features.ts';

const SOURCE = 'fence-draft';
const LAYERS = ['fence-draft-fill', 'fence-draft-band', 'fence-draft-line', 'fence-draft-fault'] as const;

/** The shape that is being edited: its area or its band. The handles belong to the drawing tool. */
export function createDraftLayer(map: MapLibreMap) {
  let shape: FenceShape | null = null;
  let colour = '#2563d9';

  function draw(): void {
    const source = map.getSource<GeoJSONSource>(SOURCE);
    if (!source) return;
    const isDrawn = shape !== null && (shape.kind !== 'corridor' || shape.line.length > 1);
    const at = shape && shapeFault(tidyShape(shape))?.at;
    const feature = (geometry: ShapeGeometry) => ({
      type: 'Feature' as const,
      properties: { colour, band: shape?.kind === 'corridor' ? bandWidthPx(shape) : 0 },
      geometry,
    });
    const features = [
      ...(shape && isDrawn ? [feature(shapeGeometry(shape))] : []),
      ...(at ? [feature({ type: 'Point', coordinates: [at.lon, at.lat] })] : []),
    ];
    void source.setData({ type: 'FeatureCollection', features });
  }
  function add(): void {
    map.addSource(SOURCE, {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: [] },
      maxzoom: 12,
      buffer: 256,
    });
    const [fill, band, line, fault] = LAYERS;
    const base = { source: SOURCE };
    map.addLayer({
      ...base,
      id: fill,
      type: 'fill',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.25 },
    });
    map.addLayer({
      ...base,
      id: band,
      type: 'line',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ['get', 'colour'], 'line-opacity': 0.35, 'line-width': groundWidth },
    });
    map.addLayer({
      ...base,
      id: line,
      type: 'line',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'line-color': ['get', 'colour'], 'line-width': 2.5 },
    });
    // The points at which the outline crosses itself.
    map.addLayer({
      ...base,
      id: fault,
      type: 'circle',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 11,
        'circle-color': '#c3281e',
        'circle-opacity': 0.25,
        'circle-stroke-color': '#c3281e',
        'circle-stroke-width': 3,
      },
    });
    draw();
  }
  const remove = addLayers(map, { source: SOURCE, layers: LAYERS, add });

  return {
    set(next: FenceShape | null, nextColour = colour): void {
      shape = next;
      colour = nextColour;
      draw();
    },
    stop: remove,
  };
}
