import { loadPlaces } from '@milepost/city/places';

/** Names a place; null where none is near. */
export type PlaceAt = (lat: number, lon: number) => string | null;

let loaded: PlaceAt | null = null;

/** Places in words come with the built city; without it vehicles are shown by coordinates. Loaded once a process. */
export function placesOrNone(): PlaceAt {
  loaded ??= load();
  return loaded;
}

function load(): PlaceAt {
  try {
    return loadPlaces().placeAt;
  } catch {
    return () => null;
  }
}
