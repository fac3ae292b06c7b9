import type { LabelledPlace } from '@milepost/city/find-places';
import { type CityRoads, loadCityRoads } from '@milepost/city/city-roads';
import { loadPlaces, type Places as Streets } from '@milepost/city/places';
import { nameIn } from '@milepost/city/map-file/naming-layouts';
import { loadTowns, type NearTown, type Towns } from '@milepost/city/towns';
import type { Queryable } from '../store/database.ts';
import type { AddressCache } from './address-cache.ts';
import type { FoundAddress, MapNames } from './map-names.ts';
import { orNull } from './or-null.ts';
import { type RoadLimits, roadLimits } from './road-limits.ts';
import { type PlaceReader, regionWords, spotWords, townName, townWords } from './town-words.ts';
import type { Wanting } from './waiting-cells.ts';

/** Names a place; null where none is near. */
export interface PlaceAt {
  (lat: number, lon: number): string | null;
  /** Takes in addresses that the database knows, before places are named. Left out where all is in memory. */
  load?: (db: Queryable, points: readonly Point[]) => Promise<void>;
}

export interface Point {
  lat: number;
  lon: number;
}

/**
 * Whether an address that is not known yet is asked for: soon, since somebody looks; after those, for a report; or not,
 * as for a vehicle that will be elsewhere by then.
 */
export type LookupPriority = 'now' | 'report' | 'never';

/**
 * Says where things are: by a geocoder, where there is one and it has answered, by the streets of the map file or of the
 * demo city, and elsewhere by the towns of the world.
 */
export interface Places {
  /** Names places for a reader. */
  for(reader: PlaceReader, priority?: LookupPriority): PlaceAt;
  /**
   * Finds at most `most` places whose name contains what was typed: streets and suburbs first, and where a house number
   * was typed, the addresses of the geocoder.
   */
  find(typed: string, most: number, reader: PlaceReader, options?: FindOptions): Promise<LabelledPlace[]>;
  /** Tells of each of these places whether a street of the map file, or of the demo city, is within 300 m of it. */
  streetsNear(points: readonly Point[]): Promise<(point: Point) => boolean>;
  /** The road that a vehicle is on (`courseDeg` null: stands); null where that is not known. */
  roadAt(reader: PlaceReader, at: Point, courseDeg: number | null): Promise<LabelledRoad | null>;
  limits: RoadLimits;
  /** The place of an address, null where a geocoder knows none; undefined where there is none, or it does not answer. */
  locate(address: string): Promise<LabelledPlace | null | undefined>;
}

export interface FindOptions {
  /** Where the reader's vehicles are, roughly; called only where it makes a difference. */
  near?: () => Promise<Point | null>;
  /** Searches only the data of this server: the text is sent to no geocoder. */
  own?: boolean;
}

/** Each null where it is not known. */
export interface LabelledRoad {
  name: string | null;
  limitKph: number | null;
}

/** "Av. Italia 2500", "221b Baker Street". */
const HOUSE_NUMBER = /(^|[\s,])\d{1,5}\p{L}?([\s,]|$)/u;

interface Built {
  streets: Pick<Streets, 'placeAt' | 'find'> | null;
  towns: Towns | null;
  /** Of the demo city, read when somebody asks; left out where there are none. */
  roads?: () => CityRoads | null;
}

let loaded: Built | null = null;

/** What asks and reads besides what is built; each may be missing. */
export interface Sources {
  book?: AddressCache | null;
  mapNames?: MapNames | null;
}

/** What is built, read once a process; without it, places are shown by coordinates. */
export function loadWorldPlaces(sources: Sources): Places {
  loaded ??= { streets: orNull(loadPlaces), towns: orNull(loadTowns), roads: once(() => orNull(loadCityRoads)) };
  return worldPlaces(loaded, sources);
}

/** What it gives, found once. */
function once<Found>(find: () => Found): () => Found {
  let found: { it: Found } | null = null;
  return () => (found ??= { it: find() }).it;
}

export function worldPlaces(
  { streets, towns, roads = () => null }: Built,
  { book: addressCache = null, mapNames = null }: Sources = {},
): Places {
  const load = async (db: Queryable, points: readonly Point[]) => {
    await Promise.all([addressCache?.load(db, points), mapNames?.load(points)]);
  };
  return {
    for: (reader, priority = 'now') => {
      const wanting = requesterOf(reader, priority);
      const placeAt = (lat: number, lon: number) => {
        const address = addressCache?.at(lat, lon, wanting);
        if (address) return address;
        const spot = mapNames?.at(lat, lon, wanting);
        const near = towns?.near(lat, lon) ?? null;
        if (spot) return spotWords(spot, near, reader);
        return streets?.placeAt(lat, lon) ?? (near && townWords(near, reader));
      };
      return addressCache || mapNames ? Object.assign(placeAt, { load }) : placeAt;
    },
    async find(typed, most, reader, { near, own = false } = {}) {
      const matches: LabelledPlace[] = [];
      // A geocoder knows house numbers and the rest of the world: it has a part of the list.
      const share = addressCache && !own ? Math.ceil(most / 2) : most;
      // Where a map file has the streets, nobody looks for those of the demo city.
      if (!mapNames) matches.push(...(streets?.find(typed, share) ?? []));
      else {
        const inMap = await mapNames.find(typed, share, (await near?.()) ?? null);
        matches.push(...inMap.map((one) => toLabelledPlace(one, towns?.near(one.lat, one.lon) ?? null, reader)));
      }
      const addresses = own ? [] : ((await addressCache?.find(typed, most - matches.length)) ?? []);
      const byName = (towns?.find(typed, most - matches.length - addresses.length) ?? []).map((town) => ({
        name: townName(town, reader.language),
        lat: town.lat,
        lon: town.lon,
      }));
      const found = new Map<string, LabelledPlace>();
      // Where the number of a house is not known its street is found: then the geocoder leads.
      const geocoderFirst = HOUSE_NUMBER.test(typed) && !matches.some(({ name }) => HOUSE_NUMBER.test(name));
      const streetsAndHouses = geocoderFirst ? [...addresses, ...matches] : [...matches, ...addresses];
      for (const one of [...streetsAndHouses, ...byName]) if (!found.has(one.name)) found.set(one.name, one);
      return [...found.values()].slice(0, most);
    },
    async streetsNear(points) {
      await mapNames?.load(points);
      return ({ lat, lon }) =>
        mapNames?.at(lat, lon, 'nobody') != null || (streets !== null && streets.placeAt(lat, lon) !== null);
    },
    async roadAt({ language }, { lat, lon }, courseDeg) {
      const road = await (mapNames ?? roads())?.roadAt(lat, lon, courseDeg);
      return road ? { name: road.names && nameIn(road.names, language), limitKph: road.limitKph } : null;
    },
    limits: roadLimits(mapNames, roads),
    locate: (address) => addressCache?.locate(address) ?? Promise.resolve(undefined),
  };
}

/** A town is said with its country, all else with its town. */
const toLabelledPlace = (
  { kind, names, number, part, town, lat, lon }: FoundAddress,
  near: NearTown | null,
  reader: PlaceReader,
): LabelledPlace => ({
  name:
    kind === 'town'
      ? regionWords(names, near, reader)
      : spotWords({ street: names, number, part: kind === 'part' ? null : part, town }, near, reader),
  lat,
  lon,
});

const requesterOf = ({ sessionId = null }: PlaceReader, priority: LookupPriority): Wanting =>
  priority === 'now' ? sessionId : priority === 'report' ? 'report' : 'nobody';
