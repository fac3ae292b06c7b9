import type { PlaceCheck } from '@milepost/contract/expense-operations';
import { distanceM } from '@milepost/tracking/geo';

/** The location of a bill. */
export interface BillPlace {
  of: PlaceCheck['of'];
  lat: number;
  lon: number;
}

interface Fix {
  /** Epoch milliseconds. */
  at: number;
  lat: number;
  lon: number;
}

/** The radius of a location: a filling station can be on both sides of a road, and its pin was set by hand. */
export const NEAR_M = 500;
/** A longer time without a fix is a gap, in which the vehicle may have been elsewhere … */
const GAP_MS = 5 * 60_000;
/** … unless both ends are this close to each other: silence at one location is a stop. */
const SAME_PLACE_M = 200;
/** The highest possible average speed, metres a millisecond (120 km/h). */
const FASTEST_M_PER_MS = 120 / 3600;

interface Nearest {
  distanceM: number;
  at: number;
  of: BillPlace['of'];
}

/**
 * Compares the locations of a bill with a vehicle's positions. Near: the vehicle was near one of the locations.
 * Otherwise unknown: without any fix, or with a gap long enough to drive there and back. Otherwise away.
 * @param places at least one
 * @returns `add` receives the fixes in order of time, `stand` a stop (one that lasts since the day before has no fix of
 * its own), `result` returns the outcome
 */
export function placeCheck(places: readonly BillPlace[]) {
  let nearest: Nearest | null = null;
  let before: Fix | null = null;
  let hasGap = false;

  function look(at: number, lat: number, lon: number): void {
    for (const place of places) {
      const distance = distanceM(lat, lon, place.lat, place.lon);
      if (!nearest || distance < nearest.distanceM) nearest = { distanceM: distance, at, of: place.of };
    }
  }
  return {
    add(fix: Fix): void {
      hasGap ||= before !== null && places.some((place) => couldHaveBeen(place, before, fix));
      before = fix;
      look(fix.at, fix.lat, fix.lon);
    },
    stand(since: number, lat: number, lon: number): void {
      look(since, lat, lon);
    },
    result(): PlaceCheck {
      const [first] = places;
      if (!nearest) return { state: 'unknown', of: first?.of ?? 'vendor', distanceM: null, at: null };
      const elsewhere = hasGap ? 'unknown' : 'away';
      return {
        state: nearest.distanceM <= NEAR_M ? 'near' : elsewhere,
        of: nearest.of,
        distanceM: Math.round(nearest.distanceM),
        at: new Date(nearest.at).toISOString(),
      };
    },
  };
}

/** True when a vehicle had enough time to pass a location in a gap between two fixes. */
function couldHaveBeen(place: BillPlace, from: Fix | null, to: Fix): boolean {
  if (!from || to.at - from.at < GAP_MS) return false;
  if (distanceM(from.lat, from.lon, to.lat, to.lon) < SAME_PLACE_M) return false;
  const way = distanceM(from.lat, from.lon, place.lat, place.lon) + distanceM(place.lat, place.lon, to.lat, to.lon);
  return way <= (to.at - from.at) * FASTEST_M_PER_MS;
}
