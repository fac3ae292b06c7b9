import type { GeoJSONSource } from 'maplibre-gl';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { callKey } from '../../api/use-call.ts';
import { addLayers } from '../../map/add-layers.ts';
import type { MapLibreMap } from '../../map/map-library.ts';
import { TRACK_COLOURS } from './over-layers.ts';

const SOURCE = 'over-tracks';
const LAYERS = ['over-track-casing', 'over-track-line'] as const;
const MAX_POINTS = 4000;
const REFRESH_MS = 60_000;

interface Props {
  map: MapLibreMap;
  vehicleIds: readonly number[];
  /** The begin and end of the day, epoch milliseconds. */
  from: number;
  to: number;
}

type Line = { colour: string; coordinates: [number, number][] };

/** The tracks of some vehicles since the beginning of the day, each in its own colour. */
export function TracksOver({ map, vehicleIds, from, to }: Props) {
  const answers = useQueries({
    queries: vehicleIds.map((vehicleId) => {
      const input = {
        vehicleId,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        maxPoints: MAX_POINTS,
      };
      return {
        queryKey: callKey('get-vehicle-track', input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call('get-vehicle-track', input, { signal }),
        refetchInterval: REFRESH_MS,
      };
    }),
  });
  const lines = answers.map(({ data }, index): Line => ({
    colour: TRACK_COLOURS[index % TRACK_COLOURS.length] ?? TRACK_COLOURS[0],
    coordinates: data?.points.map(([lat, lon]) => [lon, lat]) ?? [],
  }));
  const drawn = useRef<readonly Line[]>([]);

  useEffect(() => {
    drawn.current = lines;
    void map.getSource<GeoJSONSource>(SOURCE)?.setData(toFeatures(lines));
  });
  useEffect(() => {
    const add = () => {
      map.addSource(SOURCE, { type: 'geojson', data: toFeatures(drawn.current) });
      const layout = { 'line-join': 'round', 'line-cap': 'round' } as const;
      const [casing, line] = LAYERS;
      const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim() || '#ffffff';
      map.addLayer({
        id: casing,
        type: 'line',
        source: SOURCE,
        layout,
        paint: { 'line-color': surface, 'line-width': 6 },
      });
      map.addLayer({
        id: line,
        type: 'line',
        source: SOURCE,
        layout,
        paint: { 'line-color': ['get', 'colour'], 'line-width': 3 },
      });
    };
    return addLayers(map, { source: SOURCE, layers: LAYERS, add });
  }, [map]);
  return null;
}

const toFeatures = (lines: readonly Line[]) => ({
  type: 'FeatureCollection' as const,
  features: lines
    .filter(({ coordinates }) => coordinates.length > 1)
    .map(({ colour, coordinates }) => ({
      type: 'Feature' as const,
      properties: { colour },
      geometry: { type: 'LineString' as const, coordinates },
    })),
});
