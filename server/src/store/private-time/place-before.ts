import type { Coordinates } from '@milepost/tracking/geo';
import type { Queryable } from '../database.ts';
import { readFixAt } from '../tracks/track-fixes.ts';

/** How far back the last public place before a time is sought. */
const WITHIN_MS = 90 * 86_400_000;

/** The last public place of a vehicle before a time; null if there is none. */
export async function readPlaceBefore(db: Queryable, vehicleId: number, from: Date): Promise<Coordinates | null> {
  const before = await readFixAt(db, vehicleId, new Date(from.getTime() - 1), WITHIN_MS);
  return before && { lat: before.lat, lon: before.lon };
}
