import type { Queryable } from '../store/database.ts';
import type { PlaceAt, Point } from './places.ts';

interface Way {
  startLat: number;
  startLon: number;
  endLat: number;
  endLon: number;
}

/** Loads the addresses for both ends of trips before they are formatted. */
export const loadEnds = (db: Queryable, placeAt: PlaceAt, ways: readonly Way[]): Promise<void> =>
  loadPlaces(
    db,
    placeAt,
    ways.flatMap(({ startLat, startLon, endLat, endLon }) => [
      { lat: startLat, lon: startLon },
      { lat: endLat, lon: endLon },
    ]),
  );

/** Loads the addresses of points before they are formatted. */
export async function loadPlaces(db: Queryable, placeAt: PlaceAt, points: readonly Point[]): Promise<void> {
  await placeAt.load?.(db, points);
}

/** The address of one point, null for none. */
export async function nameOf(db: Queryable, placeAt: PlaceAt, place: Point | null): Promise<string | null> {
  if (place === null) return null;
  await placeAt.load?.(db, [place]);
  return placeAt(place.lat, place.lon);
}
