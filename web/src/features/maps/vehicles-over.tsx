import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { liveStore } from '../../live/live-client.ts';
import { statusAt } from '../../live/vehicle-state.ts';
import { addLayers } from '../../map/add-layers.ts';
import { labelsFont } from '../../map/labels-font.ts';
import type { MapLibreMap } from '../../map/map-library.ts';

const SOURCE = 'over-vehicles';
const LAYERS = ['over-vehicle-dot', 'over-vehicle-name'] as const;

/** The vehicles at their current positions, updated once a second; the live map shows them moving. */
export function VehiclesOver({ map }: { map: MapLibreMap }) {
  useEffect(() => {
    const draw = () => void map.getSource<GeoJSONSource>(SOURCE)?.setData(features());
    const add = () => {
      const css = getComputedStyle(document.documentElement);
      const color = (name: string) => css.getPropertyValue(name).trim() || '#5a6476';
      map.addSource(SOURCE, { type: 'geojson', data: features() });
      map.addLayer({
        id: LAYERS[0],
        type: 'circle',
        source: SOURCE,
        paint: {
          'circle-color': [
            'match',
            ['get', 'status'],
            'running',
            color('--status-running'),
            'idle',
            color('--status-idle'),
            'stopped',
            color('--status-stopped'),
            color('--status-inactive'),
          ],
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 6, 3, 14, 7],
          'circle-stroke-color': color('--surface'),
          'circle-stroke-width': 2,
        },
      });
      map.addLayer({
        id: LAYERS[1],
        type: 'symbol',
        source: SOURCE,
        minzoom: 12,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': labelsFont(map),
          'text-size': 11,
          'text-anchor': 'top',
          'text-offset': [0, 0.8],
        },
        paint: { 'text-color': color('--text'), 'text-halo-color': color('--surface'), 'text-halo-width': 1.5 },
      });
    };
    const remove = addLayers(map, { source: SOURCE, layers: LAYERS, add });
    const off = liveStore.onList(draw);
    return () => {
      off();
      remove();
    };
  }, [map]);
  return null;
}

function features() {
  const { table, vehicles } = liveStore;
  return {
    type: 'FeatureCollection' as const,
    features: [...vehicles.values()].flatMap(({ id, registration }) => {
      const slot = table.slotOf.get(id) ?? -1;
      const [lat, lon] = [table.lat[slot], table.lon[slot]];
      if (lat === undefined || lon === undefined || Number.isNaN(lat) || Number.isNaN(lon)) return [];
      const status = statusAt(table, slot);
      return [
        {
          type: 'Feature' as const,
          id,
          properties: { name: registration, status },
          geometry: { type: 'Point' as const, coordinates: [lon, lat] },
        },
      ];
    }),
  };
}
