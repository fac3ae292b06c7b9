import type { PlaceAt, Places } from '../places/places.ts';
import { NO_ROAD_LIMITS } from '../places/road-limits.ts';

/** Formats coordinates the same for every reader, and finds nothing in a search. */
export const fakePlaces = (placeAt: PlaceAt): Places => ({
  for: () => placeAt,
  find: () => Promise.resolve([]),
  streetsNear: () => Promise.resolve(() => false),
  roadAt: () => Promise.resolve(null),
  limits: NO_ROAD_LIMITS,
  locate: () => Promise.resolve(undefined),
});
