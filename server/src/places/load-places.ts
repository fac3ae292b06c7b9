import type { Queryable } from '../store/database.ts';
import type { PlaceAt, Point } from './places.ts';

interface Way {
  startLat: number;
  startLon: number;
  endLat: number;
  endLon: number;
}

/** Takes in what is known of the ends of trips before they are named. */
export const loadEnds = (db: Queryable, placeAt: PlaceAt, ways: readonly Way[]): Promise<void> =>
  loadPlaces(
    db,
    placeAt,
    ways.flatMap(({ startLat, startLon, endLat, endLon }) => [
      { lat: startLat, lon: startLon },
      { lat: endLat, lon: endLon },
    ]),
  );

/** Takes in what is known of places before they are named. */
export async function loadPlaces(db: Queryable, placeAt: PlaceAt, points: readonly Point[]): Promise<void> {
  await placeAt.load?.(db, points);
}

/** Names one place, null for none. */
export async function nameOf(db: Queryable, placeAt: PlaceAt, place: Point | null): Promise<string | null> {
  if (place === null) return null;
  await placeAt.load?.(db, [place]);
  return placeAt(place.lat, place.lon);
}
