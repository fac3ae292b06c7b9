import type { PlaceCheck } from '@milepost/contract/expense-routes';
import { distanceM } from '@milepost/tracking/geo';

/** Where a bill says that the vehicle was. */
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

/** So near is there: a filling station on both sides of a road, and a pin that was set by hand. */
export const NEAR_M = 500;
/** Longer without a fix is a hole, in which the vehicle may have been elsewhere … */
const GAP_MS = 5 * 60_000;
/** … unless both ends are so near to each other: a silence at one place is a stop. */
const SAME_PLACE_M = 200;
/** Nobody drives faster on average, metres a millisecond (120 km/h). */
const FASTEST_M_PER_MS = 120 / 3600;

interface Nearest {
  distanceM: number;
  at: number;
  of: BillPlace['of'];
}

/**
 * Compares where a bill says that a vehicle was with where it was: near if one of the places was come near to; else not
 * known where there is no fix at all, or a hole in which the vehicle could have been there and back; else away.
 * @param places at least one
 * @returns `add` takes the fixes in order of time, `stand` a stop (one that lasts since the day before has no fix of its
 * own), `result` says what came of it
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

/** Whether a vehicle that nobody saw between two fixes had the time for a way by a place. */
function couldHaveBeen(place: BillPlace, from: Fix | null, to: Fix): boolean {
  if (!from || to.at - from.at < GAP_MS) return false;
  if (distanceM(from.lat, from.lon, to.lat, to.lon) < SAME_PLACE_M) return false;
  const way = distanceM(from.lat, from.lon, place.lat, place.lon) + distanceM(place.lat, place.lon, to.lat, to.lon);
  return way <= (to.at - from.at) * FASTEST_M_PER_MS;
}
