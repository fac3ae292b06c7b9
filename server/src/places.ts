import type { NamedPlace } from '@milepost/city/find-places';
import { loadPlaces, type Places } from '@milepost/city/places';

/** Names a place; null where none is near. */
export type PlaceAt = (lat: number, lon: number) => string | null;
/** At most so many places whose name holds what was typed. */
export type FindPlaces = (typed: string, most: number) => NamedPlace[];

let loaded: Places | null = null;

/** Places in words come with the built city; without it vehicles are shown by coordinates. Loaded once a process. */
function places(): Places {
  loaded ??= load();
  return loaded;
}

function load(): Places {
  try {
    return loadPlaces();
  } catch {
    return { placeAt: () => null, find: () => [] };
  }
}

export const placesOrNone = (): PlaceAt => places().placeAt;
export const findPlacesOrNone = (): FindPlaces => places().find;
