import type { NamedPlace } from '@milepost/city/find-places';
import { loadPlaces, type Places as Streets } from '@milepost/city/places';
import { loadTowns, type Towns } from '@milepost/city/towns';
import { type PlaceReader, townName, townWords } from './town-words.ts';

/** Names a place; null where none is near. */
export type PlaceAt = (lat: number, lon: number) => string | null;

/** Says where things are: by the streets of the demo city, elsewhere by the towns of the world. */
export interface Places {
  /** Names places for a reader. */
  for(reader: PlaceReader): PlaceAt;
  /** At most so many places whose name has what was typed: streets and suburbs first. */
  find(typed: string, most: number, reader: PlaceReader): NamedPlace[];
}

let loaded: { streets: Streets | null; towns: Towns | null } | null = null;

/** What is built, read once a process; without it, places are shown by coordinates. */
export function loadWorldPlaces(): Places {
  loaded ??= { streets: orNull(loadPlaces), towns: orNull(loadTowns) };
  return worldPlaces(loaded.streets, loaded.towns);
}

export function worldPlaces(streets: Pick<Streets, 'placeAt' | 'find'> | null, towns: Towns | null): Places {
  return {
    for: (reader) => (lat, lon) => {
      const street = streets?.placeAt(lat, lon);
      if (street) return street;
      const near = towns?.near(lat, lon);
      return near ? townWords(near, reader) : null;
    },
    find: (typed, most, { language }) => {
      const named = streets?.find(typed, most) ?? [];
      const found = towns?.find(typed, most - named.length) ?? [];
      return [...named, ...found.map((town) => ({ name: townName(town, language), lat: town.lat, lon: town.lon }))];
    },
  };
}

function orNull<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch {
    return null;
  }
}
