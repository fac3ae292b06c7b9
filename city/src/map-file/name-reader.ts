import { distanceM } from '../distance.ts';
import { gridToLat, gridToLon } from '../grid.ts';
import { tileSpot } from '../tile-spot.ts';
import type { Names } from './naming-layouts.ts';
import { NAMING_LAYOUTS } from './naming-layouts.ts';
import { housesOf, type NearStreet, nearestStreet } from './nearest-street.ts';
import type { StreetMap } from './street-map.ts';
import { type LabelledArea, placesOf, readTile, streetsOf, type TileStreets } from './tile-names.ts';

/** A map file's names for a location. */
export interface LabelledSpot {
  street: Names | null;
  /** House number, '' if unknown. */
  number: string;
  /** The part of the town. */
  part: Names | null;
  town: Names | null;
}

/** The part of the town and the town that contain a location. */
export type SpotSurroundings = Pick<LabelledSpot, 'part' | 'town'>;

export interface NameReader {
  /** @throws MapFileFault if the file is damaged there */
  nameAt(lat: number, lon: number): Promise<LabelledSpot>;
  /** Returns the names for a location if no reading is required; otherwise undefined. */
  nameNow(lat: number, lon: number): LabelledSpot | undefined;
  /** @throws MapFileFault if the file is damaged there */
  areaAt(lat: number, lon: number): Promise<SpotSurroundings>;
  /**
   * Returns the house with this number in a street, the nearest to a point of the street; null if the file has none
   * within a tile (some 2 km) of it.
   * @param street its name as in the file
   * @throws MapFileFault if the file is damaged there
   */
  houseAt(street: string, number: string, lat: number, lon: number): Promise<{ lat: number; lon: number } | null>;
}

/** The maximum distance of a named street, metres; the same as in the demo city. */
const REACH_M = 300;
/** Tiles whose streets are cached: some 50 kB each. */
const MAX_STREETS = 400;
const MAX_PLACES = 200;
/** Levels at which the layouts have all parts of towns and villages, and all towns; tiles of 10 and of 78 km. */
const LEVELS = { near: 12, far: 9 };
const EARTH_M = 40_075_016.7;

/** Names locations by the tiles around them; the most recently read tiles are cached. */
export function createNameReader({ archive, layout }: StreetMap): NameReader {
  const naming = NAMING_LAYOUTS[layout];
  const { minZoom, maxZoom } = archive.header;
  const streets = keeping(MAX_STREETS, async (z: number, x: number, y: number): Promise<TileStreets | null> => {
    const bytes = await archive.tile(z, x, y);
    return bytes && streetsOf(readTile(bytes), naming);
  });
  const places = keeping(MAX_PLACES, async (z: number, x: number, y: number): Promise<LabelledArea[]> => {
    const bytes = await archive.tile(z, x, y);
    return bytes ? placesOf(readTile(bytes), naming) : [];
  });

  const streetAt = (lat: number, lon: number): NearStreet | null => {
    const spot = tileSpot(lat, lon, maxZoom);
    const side = sideM(lat, maxZoom);
    let best: NearStreet | undefined;
    for (const [dx, dy] of NINE) {
      const [x, y] = [spot.x - dx, spot.y - dy];
      // Features of the neighbouring tile are at least as far away as its edge.
      const edgeM = Math.hypot(beyond(x), beyond(y)) * side;
      if (edgeM > (best?.distanceM ?? REACH_M)) continue;
      const tile = streets(maxZoom, spot.column + dx, spot.row + dy);
      const found: NearStreet | null = tile && nearestStreet(tile, x, y, side, best?.distanceM ?? REACH_M);
      if (found) best = found;
    }
    return best ?? null;
  };

  /**
   * Returns the place that contains the location most deeply, from the four tiles around the nearest corner; null if
   * none is within reach.
   */
  const placeAt = (lat: number, lon: number, level: number, isPart: boolean): Ranked | null => {
    const zoom = Math.max(minZoom, Math.min(level, maxZoom));
    const spot = tileSpot(lat, lon, zoom);
    const side = sideM(lat, zoom);
    const [right, down] = [spot.x < 0.5 ? -1 : 0, spot.y < 0.5 ? -1 : 0];
    let best: Ranked | null = null;
    for (const [dx, dy] of FOUR) {
      const [column, row] = [spot.column + right + dx, spot.row + down + dy];
      for (const one of places(zoom, column, row)) {
        if (one.kind.isPart !== isPart) continue;
        const [x, y] = [spot.x + spot.column - column - one.x, spot.y + spot.row - row - one.y];
        const beyondM = Math.hypot(x, y) * side - one.kind.reachM;
        if (beyondM < (best?.beyondM ?? BEYOND_M)) best = { names: one.names, beyondM };
      }
    }
    return best;
  };

  const areaOf = (lat: number, lon: number): SpotSurroundings => {
    const near = placeAt(lat, lon, LEVELS.near, false);
    const far = placeAt(lat, lon, LEVELS.far, false);
    const town = [near, far].filter((one) => one !== null).toSorted((a, b) => a.beyondM - b.beyondM)[0];
    return { part: placeAt(lat, lon, LEVELS.near, true)?.names ?? null, town: town?.names ?? null };
  };
  const nameOf = (lat: number, lon: number): LabelledSpot => {
    const street = streetAt(lat, lon);
    if (!street) return { street: null, number: '', part: null, town: null };
    return { street: street.names, number: street.number, ...areaOf(lat, lon) };
  };

  const houseOf = (street: string, number: string, lat: number, lon: number) => {
    const { column, row } = tileSpot(lat, lon, maxZoom);
    const step = 2 ** (32 - maxZoom);
    let best: { lat: number; lon: number; metres: number } | null = null;
    for (const [dx, dy] of NINE) {
      const tile = streets(maxZoom, column + dx, row + dy);
      for (const { x, y } of tile ? housesOf(tile, street, number) : []) {
        const house = { lat: gridToLat((row + dy + y) * step), lon: gridToLon((column + dx + x) * step) };
        const metres = distanceM(house.lat, house.lon, lat, lon);
        if (metres < (best?.metres ?? Infinity)) best = { ...house, metres };
      }
    }
    return best && { lat: best.lat, lon: best.lon };
  };

  return {
    houseAt: (street, number, lat, lon) => reading(() => houseOf(street, number, lat, lon)),
    nameAt: (lat, lon) => reading(() => nameOf(lat, lon)),
    areaAt: (lat, lon) => reading(() => areaOf(lat, lon)),
    nameNow(lat, lon) {
      try {
        return nameOf(lat, lon);
      } catch (error) {
        if (error instanceof NotRead) return undefined;
        throw error;
      }
    },
  };
}

interface Ranked {
  names: Names;
  /** Negative inside. */
  beyondM: number;
}

/** Towns grow; a location somewhat outside still counts as there. */
const BEYOND_M = 1500;

/** The tile itself first, then those that share an edge with it. */
const NINE = [
  [0, 0],
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;
const FOUR = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** Returns how far a coordinate is outside 0 to 1. */
const beyond = (part: number): number => Math.max(0, -part, part - 1);

/** Returns the side of a tile on the ground. */
const sideM = (lat: number, zoom: number): number => (EARTH_M * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;

/** The required tile is not in memory. */
class NotRead extends Error {
  readonly read: () => Promise<void>;
  constructor(read: () => Promise<void>) {
    super('not read yet');
    this.read = read;
  }
}

/** The maximum number of tiles: more than one location needs. */
const MAX_READ = 40;

/** Retries a read, loading missing tiles until it succeeds. */
async function reading<Answer>(read: () => Answer): Promise<Answer> {
  for (let round = 0; round < MAX_READ; round += 1) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      await error.read();
    }
  }
  throw new Error('a place that needs ever more tiles');
}

/**
 * Caches the most recently read items; a missing one is thrown as `NotRead`. Concurrent requests for one item share its
 * read.
 */
function keeping<Read>(most: number, read: (z: number, x: number, y: number) => Promise<Read>) {
  const cached = new Map<string, { value: Read }>();
  const underWay = new Map<string, Promise<void>>();
  return (z: number, x: number, y: number): Read => {
    const key = `${z}/${x}/${y}`;
    const known = cached.get(key);
    if (known) {
      cached.delete(key);
      cached.set(key, known);
      return known.value;
    }
    const store = async () => {
      cached.set(key, { value: await read(z, x, y) });
      const [oldest] = cached.keys();
      if (cached.size > most && oldest !== undefined) cached.delete(oldest);
    };
    throw new NotRead(() => {
      const found = underWay.get(key) ?? store().finally(() => underWay.delete(key));
      underWay.set(key, found);
      return found;
    });
  };
}
