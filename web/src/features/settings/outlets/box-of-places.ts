import type { Box } from '../../../map/fences/shape-features.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';

/** The bounding box of coordinates; null if there are none. */
export function boxOfPlaces(places: readonly Coordinates[]): Box | null {
  const [first] = places;
  if (!first) return null;
  return places.reduce<Box>(
    ([west, south, east, north], { lat, lon }) => [
      Math.min(west, lon),
      Math.min(south, lat),
      Math.max(east, lon),
      Math.max(north, lat),
    ],
    [first.lon, first.lat, first.lon, first.lat],
  );
}
