import type { GeoJSONSource } from 'maplibre-gl';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { cssValue } from '../../../ui/map/css-value.ts';
import { createVehicleMarker, type VehicleMarker } from '../playback/vehicle-marker.ts';
import type { Playback } from '../playback/playback.ts';
import { addWhereReady } from '../track/add-where-ready.ts';
import type { Track } from '../track/track.ts';
import { collection, lineProperty, trackFeatures } from '../track/track-features.ts';

/** A further vehicle, as the map needs it. */
export interface OtherLine {
  vehicleId: number;
  /** The name of its colour. */
  color: string;
  registration: string;
  track: Track;
}

const SOURCE = 'over-history-others';
/** Further vehicles of a playback on its map: a line in the colour of each, and its position at the moment. */
export function createOtherTracksMap(base: BaseMap, playback: Playback, below: string) {
  const { map } = base;
  let lines: readonly OtherLine[] = [];
  const markers = new Map<number, VehicleMarker>();

  const draw = () => {
    const features = lines.flatMap(({ color, track }) =>
      // All of one class, since the colour identifies the vehicle and not its speed.
      trackFeatures(track, []).features.map((feature) => ({
        ...feature,
        properties: { isGap: feature.properties.isGap, color: cssValue(color) },
      })),
    );
    void map.getSource<GeoJSONSource>(SOURCE)?.setData(collection(features));
  };
  const add = () => {
    if (map.getSource(SOURCE)) return;
    map.addSource(SOURCE, { type: 'geojson', data: collection([]), buffer: 16, tolerance: 0 });
    // Below the line of the chosen vehicle, if that exists already.
    const under = map.getLayer(below) ? below : undefined;
    const layout = { 'line-join': 'bevel', 'line-cap': 'round' } as const;
    const driven = ['!', lineProperty('isGap')] as ['!', ['get', string]];
    map.addLayer(
      {
        id: `${SOURCE}-casing`,
        source: SOURCE,
        type: 'line',
        filter: driven,
        layout,
        paint: {
          'line-color': cssValue('--surface'),
          'line-width': ['interpolate', ['linear'], ['zoom'], 9, 4.5, 14, 7, 18, 9],
          'line-opacity': 0.9,
        },
      },
      under,
    );
    map.addLayer(
      {
        id: `${SOURCE}-hole`,
        source: SOURCE,
        type: 'line',
        filter: lineProperty('isGap'),
        paint: { 'line-color': ['get', 'color'], 'line-width': 2, 'line-dasharray': [2, 2] },
      },
      under,
    );
    map.addLayer(
      {
        id: SOURCE,
        source: SOURCE,
        type: 'line',
        filter: driven,
        layout,
        paint: {
          'line-color': ['get', 'color'],
          'line-width': ['interpolate', ['linear'], ['zoom'], 9, 2.5, 14, 4, 18, 6],
        },
      },
      under,
    );
    draw();
  };
  map.on('style.load', add);
  addWhereReady(add);

  return {
    setLines(next: readonly OtherLine[]): void {
      lines = next;
      draw();
      for (const [id, marker] of markers) {
        if (next.some(({ vehicleId }) => vehicleId === id)) continue;
        marker.stop();
        markers.delete(id);
      }
      for (const { vehicleId, color, registration, track } of next) {
        const marker = markers.get(vehicleId) ?? createVehicleMarker(base, playback, true);
        markers.set(vehicleId, marker);
        marker.setLook({ color, label: registration });
        marker.setTrack(track);
      }
    },
    stop(): void {
      map.off('style.load', add);
      for (const marker of markers.values()) marker.stop();
      markers.clear();
    },
  };
}

export type OtherTracksMap = ReturnType<typeof createOtherTracksMap>;
