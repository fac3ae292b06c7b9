import type { LabelledPlace } from '@milepost/city/find-places';
import { type CityRoads, loadCityRoads } from '@milepost/city/city-roads';
import { loadPlaces, type Places as Streets } from '@milepost/city/places';
import { nameIn } from '@milepost/city/map-file/naming-layouts';
import { loadTowns, type NearTown, type Towns } from '@milepost/city/towns';
import type { Queryable } from '../store/database.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import type { AddressCache } from './address-cache.ts';
import type { FoundAddress, MapNames } from './map-names.ts';
import { orNull } from './or-null.ts';
import { type RoadLimits, roadLimits } from './road-limits.ts';
import { type PlaceReader, regionWords, spotWords, townName, townWords } from './town-words.ts';
import type { AddressRequester } from './waiting-cells.ts';

/** Formats a point as an address; null when none is near. */
export interface PlaceAt {
  (lat: number, lon: number): string | null;
  /** Loads addresses that the database has, before points are formatted. Omitted when everything is in memory. */
  load?: (db: Queryable, points: readonly Point[]) => Promise<void>;
  /** The word that stands for the address of a place in private time. */
  private?: string;
}

export interface Point {
  lat: number;
  lon: number;
}

/**
 * The urgency of requesting an unknown address: soon, because somebody is looking; afterwards, for a report; or never,
 * as for a vehicle that would have moved on by then.
 */
export type LookupPriority = 'now' | 'report' | 'never';

/**
 * Formats coordinates as addresses: by a geocoder if there is one and it has responded, by the streets of the map file
 * or of the demo city, otherwise by the towns of the world.
 */
export interface Places {
  /** Returns a formatter of points for a reader. */
  for(reader: PlaceReader, priority?: LookupPriority): PlaceAt;
  /**
   * Finds at most `most` places whose name contains the entered text: streets and suburbs first and, when a house
   * number was entered, the addresses of the geocoder.
   */
  find(typed: string, most: number, reader: PlaceReader, options?: FindOptions): Promise<LabelledPlace[]>;
  /** Checks for each of these points whether a street of the map file, or of the demo city, is within 300 m of it. */
  streetsNear(points: readonly Point[]): Promise<(point: Point) => boolean>;
  /** The road that a vehicle is on (`courseDeg` null when it stands); null when it is unknown. */
  roadAt(reader: PlaceReader, at: Point, courseDeg: number | null): Promise<LabelledRoad | null>;
  limits: RoadLimits;
  /**
   * The place of an address, null when the geocoder finds none; undefined without a geocoder, or when it does not
   * respond.
   */
  locate(address: string): Promise<LabelledPlace | null | undefined>;
}

export interface FindOptions {
  /** The approximate area of the reader's vehicles; called only when it makes a difference. */
  near?: () => Promise<Point | null>;
  /** Searches only the data of this server: the text is not sent to a geocoder. */
  own?: boolean;
}

/** Each value is null when unknown. */
export interface LabelledRoad {
  name: string | null;
  limitKph: number | null;
}

/** "Av. Italia 2500", "221b Baker Street". */
const HOUSE_NUMBER = /(^|[\s,])\d{1,5}\p{L}?([\s,]|$)/u;

interface Built {
  readonly streets: Pick<Streets, 'placeAt' | 'find'> | null;
  readonly towns: Towns | null;
  /** The roads of the demo city, read on first use; omitted when there are none. */
  roads?: () => CityRoads | null;
}

let loaded: Built | null = null;

/** The sources besides built data; each is optional. */
export interface Sources {
  addressCache?: AddressCache | null;
  mapNames?: MapNames | null;
}

/**
 * Places by the built data, which is loaded once per process at its first use, so that devices need not wait for it at a
 * start. Without it, points are shown as coordinates.
 */
export function loadWorldPlaces(sources: Sources): Places {
  loaded ??= builtData();
  return worldPlaces(loaded, sources);
}

function builtData(): Built {
  const streets = once(() => orNull(loadPlaces));
  const towns = once(() => orNull(loadTowns));
  return {
    get streets() {
      return streets();
    },
    get towns() {
      return towns();
    },
    roads: once(() => orNull(loadCityRoads)),
  };
}

/** Memoises a function without parameters. */
function once<Found>(find: () => Found): () => Found {
  let found: { it: Found } | null = null;
  return () => (found ??= { it: find() }).it;
}

export function worldPlaces(built: Built, { addressCache = null, mapNames = null }: Sources = {}): Places {
  const { roads = () => null } = built;
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
        const near = built.towns?.near(lat, lon) ?? null;
        if (spot) return spotWords(spot, near, reader);
        return built.streets?.placeAt(lat, lon) ?? (near && townWords(near, reader));
      };
      const word = { private: inLanguage(reader.language, textFor('place-private')) };
      return Object.assign(placeAt, word, (addressCache ?? mapNames) && { load });
    },
    async find(typed, most, reader, { near, own = false } = {}) {
      const matches: LabelledPlace[] = [];
      // A geocoder knows house numbers and the rest of the world, so it gets a part of the list.
      const share = addressCache && !own ? Math.ceil(most / 2) : most;
      // When a map file has the streets, those of the demo city are not searched.
      if (!mapNames) matches.push(...(built.streets?.find(typed, share) ?? []));
      else {
        const inMap = await mapNames.find(typed, share, (await near?.()) ?? null);
        matches.push(...inMap.map((one) => toLabelledPlace(one, built.towns?.near(one.lat, one.lon) ?? null, reader)));
      }
      const addresses = own ? [] : ((await addressCache?.find(typed, most - matches.length)) ?? []);
      const byName = (built.towns?.find(typed, most - matches.length - addresses.length) ?? []).map((town) => ({
        name: townName(town, reader.language),
        lat: town.lat,
        lon: town.lon,
      }));
      const found = new Map<string, LabelledPlace>();
      // For an unknown house number only its street is found; then the geocoder's results come first.
      const geocoderFirst = HOUSE_NUMBER.test(typed) && !matches.some(({ name }) => HOUSE_NUMBER.test(name));
      const streetsAndHouses = geocoderFirst ? [...addresses, ...matches] : [...matches, ...addresses];
      for (const one of [...streetsAndHouses, ...byName]) if (!found.has(one.name)) found.set(one.name, one);
      return [...found.values()].slice(0, most);
    },
    async streetsNear(points) {
      await mapNames?.load(points);
      return ({ lat, lon }) =>
        mapNames?.at(lat, lon, 'nobody') != null || (built.streets?.placeAt(lat, lon) ?? null) !== null;
    },
    async roadAt({ language }, { lat, lon }, courseDeg) {
      const road = await (mapNames ?? roads())?.roadAt(lat, lon, courseDeg);
      return road ? { name: road.names && nameIn(road.names, language), limitKph: road.limitKph } : null;
    },
    limits: roadLimits(mapNames, roads),
    locate: (address) => addressCache?.locate(address) ?? Promise.resolve(undefined),
  };
}

/** A town is shown with its country, everything else with its town. */
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

const requesterOf = ({ sessionId = null }: PlaceReader, priority: LookupPriority): AddressRequester =>
  priority === 'now' ? sessionId : priority === 'report' ? 'report' : 'nobody';
