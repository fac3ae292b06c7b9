import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { elementAt } from './at.ts';
import { findTowns, type FoundTown } from './find-towns.ts';
import type { TownsFile } from './towns-build.ts';

export interface Town {
  name: string;
  arabicName: string | null;
  /** The state, province or county; empty if the country has none. */
  region: string;
  /** ISO 3166-1, two letters. */
  country: string;
}

export interface NearTown {
  town: Town;
  /** The part of the town, if the location is inside the town and the part is known. */
  section: Town | null;
  /** Metres from the middle of the town. */
  distanceM: number;
  /** Direction from the town to the location, degrees clockwise from north, 0 up to 360. */
  bearingDeg: number;
  /** Whether the location is within the usual extent of a town with this population. */
  inside: boolean;
}

export interface Towns {
  /**
   * Returns the town that best describes a location. Null only for invalid coordinates: not finite, or off the globe.
   *
   * @param lat degrees
   * @param lon degrees
   */
  near(lat: number, lon: number): NearTown | null;
  /** Returns towns whose name begins with the query, up to the limit (see `findTowns`). */
  find(typed: string, most: number): FoundTown[];
}

/** The output file of the towns. */
export const TOWNS_FILE = fileURLToPath(new URL('../dist/towns.json', import.meta.url));

/**
 * The number of nearest towns compared: a city whose middle is farther than that many others does not contain the
 * location.
 */
const COMPARED = 24;
/** Sections are known by their middle; farther away another, missing one is equally likely. */
const SECTION_REACH_KM = 2;
/** Approximate inhabitants per square kilometre of a town, from which its extent is derived. */
const PEOPLE_PER_KM2 = 6000;
/** The extent of the smallest town, and of the largest. */
const REACH_KM = { least: 0.8, most: 15 };

/**
 * Reads the towns of the world: some 190,000, in about a quarter of a second.
 *
 * @throws if the file is missing (nothing was built) or has another format
 */
export function loadTowns(file: string = TOWNS_FILE): Towns {
  const packed: TownsFile = JSON.parse(readFileSync(file, 'utf8'));
  return toTowns(packed);
}

export function toTowns(file: TownsFile): Towns {
  const names = file.names.split('\n');
  const arabic = new Map(file.arabic);
  const index = indexOf(file, 0, file.firstSection);
  const sections = indexOf(file, file.firstSection, names.length);
  const town = (id: number): Town => {
    const [country, region] = elementAt(file.regions, elementAt(file.region, id));
    return { name: elementAt(names, id), arabicName: arabic.get(id) ?? null, region, country };
  };
  const kmTo = (id: number, lat: number, lon: number) =>
    distance(lon, lat, elementAt(file.lon, id) / 1e5, elementAt(file.lat, id) / 1e5);
  /**
   * Returns the town whose edge is nearest, or that contains the location most deeply: a city before the hamlets in and
   * around it.
   */
  const best = (lat: number, lon: number) => {
    const near = around(index, lon, lat, COMPARED).map((id) => {
      const km = kmTo(id, lat, lon);
      const reachKm = reach(elementAt(file.people, id));
      return { id, km, beyondKm: km - reachKm };
    });
    return near.toSorted((a, b) => a.beyondKm - b.beyondKm)[0];
  };
  return {
    near(lat, lon) {
      if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
      const found = best(lat, lon);
      if (!found) return null;
      const inside = found.beyondKm <= 0;
      const [section] = inside ? around(sections, lon, lat, 1, SECTION_REACH_KM) : [];
      return {
        town: town(found.id),
        section: section === undefined ? null : town(section + file.firstSection),
        distanceM: found.km * 1000,
        bearingDeg: bearing(elementAt(file.lat, found.id) / 1e5, elementAt(file.lon, found.id) / 1e5, lat, lon),
        inside,
      };
    },
    find: (typed, most) => findTowns(file, names, town, typed, most),
  };
}

/** Returns the radius of a round town with this population, km. */
const reach = (people: number): number =>
  Math.min(REACH_KM.most, Math.max(REACH_KM.least, Math.sqrt(people / PEOPLE_PER_KM2 / Math.PI)));

function indexOf(file: TownsFile, from: number, to: number): KDBush {
  const index = new KDBush(to - from, 64, Float32Array);
  for (let id = from; id < to; id += 1) index.add(elementAt(file.lon, id) / 1e5, elementAt(file.lat, id) / 1e5);
  return index.finish();
}

const RAD = Math.PI / 180;

/** On the great circle: towns may be far from the location. */
function bearing(latA: number, lonA: number, latB: number, lonB: number): number {
  const [a, b, turn] = [latA * RAD, latB * RAD, (lonB - lonA) * RAD];
  const x = Math.sin(turn) * Math.cos(b);
  const y = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn);
  return (Math.atan2(x, y) / RAD + 360) % 360;
}
