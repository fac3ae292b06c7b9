import type { GeoJSONSource } from 'maplibre-gl';
import type { MapLibreMap } from '../../map/map-library.ts';
import type { Coordinates } from './geodesy.ts';

/** Points joined by a line, or around an area. */
export interface Shape {
  places: readonly Coordinates[];
  closed: boolean;
}

const SOURCE = 'milepost-shape';
const LAYERS = {
  fill: `${SOURCE}-fill`,
  casing: `${SOURCE}-casing`,
  line: `${SOURCE}-line`,
  points: `${SOURCE}-points`,
};

/** A feature without properties. */
const feature = <Geometry extends object>(geometry: Geometry) => ({
  type: 'Feature' as const,
  properties: {},
  geometry,
});

function toFeatures({ places, closed }: Shape) {
  const points = places.map(({ lon, lat }): [number, number] => [lon, lat]);
  const [first] = points;
  const ring = closed && first ? [...points, first] : points;
  return {
    type: 'FeatureCollection' as const,
    features: [
      ...(closed && points.length >= 3 ? [feature({ type: 'Polygon' as const, coordinates: [ring] })] : []),
      ...(points.length >= 2 ? [feature({ type: 'LineString' as const, coordinates: ring })] : []),
      ...points.map((coordinates) => feature({ type: 'Point' as const, coordinates })),
    ],
  };
}

/** The one shape on top of a map; it survives a change of the basemap, which removes every layer. */
export function createShapeLayer(map: MapLibreMap) {
  let shape: Shape = { places: [], closed: false };

  const add = () => {
    const css = getComputedStyle(document.documentElement);
    const [accent, surface] = ['--accent', '--surface'].map((name) => css.getPropertyValue(name).trim());
    if (!accent || !surface) return;
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    const layer = { source: SOURCE } as const;
    map.addLayer({
      ...layer,
      id: LAYERS.fill,
      type: 'fill',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': accent, 'fill-opacity': 0.16 },
    });
    map.addLayer({
      ...layer,
      id: LAYERS.casing,
      type: 'line',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': surface, 'line-width': 6 },
    });
    map.addLayer({
      ...layer,
      id: LAYERS.line,
      type: 'line',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': accent, 'line-width': 3 },
    });
    map.addLayer({
      ...layer,
      id: LAYERS.points,
      type: 'circle',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-color': surface, 'circle-radius': 5, 'circle-stroke-color': accent, 'circle-stroke-width': 3 },
    });
  };

  const draw = () => {
    if (!map.getSource(SOURCE)) add();
    // A map whose style is still loading draws the shape afterwards.
    void map.getSource<GeoJSONSource>(SOURCE)?.setData(toFeatures(shape));
  };
  return {
    draw,
    owns: (layerId: string) => layerId.startsWith(SOURCE),
    set(next: Shape | null): void {
      shape = next ?? { places: [], closed: false };
      if (map.getSource(SOURCE)) draw();
    },
  };
}
