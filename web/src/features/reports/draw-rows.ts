import type { Coordinates } from '@milepost/contract/common';
import type { GeoJSONSource } from 'maplibre-gl';
import type { MapLibreMap } from '../../map/map-library.ts';

const SOURCE = 'over-report';

interface Drawn {
  place: Coordinates;
  endPlace: Coordinates | null;
}

const toFeatures = (rows: readonly Drawn[]) => ({
  type: 'FeatureCollection' as const,
  features: rows.map(({ place, endPlace }) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: endPlace
      ? {
          type: 'LineString' as const,
          coordinates: [
            [place.lon, place.lat],
            [endPlace.lon, endPlace.lat],
          ],
        }
      : { type: 'Point' as const, coordinates: [place.lon, place.lat] },
  })),
});

/** Draws rows on a map, again whenever its basemap changes; returns a function that removes them. */
export function drawRows(map: MapLibreMap, rows: readonly Drawn[]): () => void {
  const draw = () => {
    const there = map.getSource<GeoJSONSource>(SOURCE);
    if (there) {
      void there.setData(toFeatures(rows));
      return;
    }
    const css = getComputedStyle(document.documentElement);
    const [accent, surface] = ['--accent', '--surface'].map((name) => css.getPropertyValue(name).trim());
    if (!accent || !surface) return;
    map.addSource(SOURCE, { type: 'geojson', data: toFeatures(rows) });
    const layer = { source: SOURCE } as const;
    map.addLayer({
      ...layer,
      id: `${SOURCE}-lines`,
      type: 'line',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': accent, 'line-width': 2, 'line-opacity': 0.6 },
    });
    map.addLayer({
      ...layer,
      id: `${SOURCE}-points`,
      type: 'circle',
      paint: { 'circle-radius': 5, 'circle-color': accent, 'circle-stroke-color': surface, 'circle-stroke-width': 2 },
    });
  };
  map.on('style.load', draw);
  if (map.isStyleLoaded()) draw();
  return () => {
    map.off('style.load', draw);
  };
}
