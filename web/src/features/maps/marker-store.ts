import { z } from 'zod';
import { localStore } from '../../api/local-store.ts';

/** A personal marker on the map. */
const MapMarker = z.object({
  id: z.string(),
  name: z.string().max(60),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
});
export type MapMarker = z.infer<typeof MapMarker>;

const KEY = 'milepost.markers';

/** The markers stored in this browser; unreadable ones are omitted. */
export function readMarkers(): MapMarker[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap((one) => MapMarker.safeParse(one).data ?? []) : [];
  } catch {
    return [];
  }
}

export const saveMarkers = (markers: readonly MapMarker[]) => localStore.setItem(KEY, JSON.stringify(markers));

/** The markers as GeoJSON (RFC 7946), for other programs. */
export function markersToGeoJson(markers: readonly MapMarker[]): string {
  const features = markers.map(({ name, color, lat, lon }) => ({
    type: 'Feature',
    properties: { name, 'marker-color': color },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features }, null, 2);
}
