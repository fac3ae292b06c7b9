import { tileSpot } from '../tile-spot.ts';
import type { Names } from './naming-layouts.ts';
import { NAMING_LAYOUTS } from './naming-layouts.ts';
import { type NearStreet, nearestStreet } from './nearest-street.ts';
import type { StreetMap } from './street-map.ts';
import { type NamedArea, placesOf, readTile, streetsOf, type TileStreets } from './tile-names.ts';

/** What a map file says of a place. */
export interface NamedSpot {
  street: Names | null;
  /** Of the house, '' where it is not known. */
  number: string;
  /** The part of the town. */
  part: Names | null;
  town: Names | null;
}

/** The part of the town and the town that a place is in. */
export type NamedAround = Pick<NamedSpot, 'part' | 'town'>;

export interface NameReader {
  /** @throws MapFileFault where the file is damaged there */
  areaAt(lat: number, lon: number): Promise<NamedAround>;
  /** @throws MapFileFault where the file is damaged there */
  nameAt(lat: number, lon: number): Promise<NamedSpot>;
}

/** As in the demo city. */
const REACH_M = 300;
/** Tiles whose streets are kept: some 50 kB each. */
const MOST_STREETS = 400;
const MOST_PLACES = 200;
/** Levels at which layouts have all parts of towns and villages, and all towns; tiles of 10 and of 78 km. */
const LEVELS = { near: 12, far: 9 };
const EARTH_M = 40_075_016.7;

/** Names places by the tiles around them; tiles that were read last are kept. */
export function createNameReader({ archive, layout }: StreetMap): NameReader {
  const naming = NAMING_LAYOUTS[layout];
  const { minZoom, maxZoom } = archive.header;
  const streets = keeping(MOST_STREETS, async (z: number, x: number, y: number): Promise<TileStreets | null> => {
    const bytes = await archive.tile(z, x, y);
    return bytes && streetsOf(readTile(bytes), naming);
  });
  const places = keeping(MOST_PLACES, async (z: number, x: number, y: number): Promise<NamedArea[]> => {
    const bytes = await archive.tile(z, x, y);
    return bytes ? placesOf(readTile(bytes), naming) : [];
  });

  const streetAt = async (lat: number, lon: number): Promise<NearStreet | null> => {
    const spot = tileSpot(lat, lon, maxZoom);
    const side = sideM(lat, maxZoom);
    let best: NearStreet | undefined;
    for (const [dx, dy] of NINE) {
      const [x, y] = [spot.x - dx, spot.y - dy];
      // What the tile beside it has is at least as far away as its edge.
      const edgeM = Math.hypot(beyond(x), beyond(y)) * side;
      if (edgeM > (best?.distanceM ?? REACH_M)) continue;
      // oxlint-disable-next-line no-await-in-loop -- the tile itself is mostly enough
      const tile = await streets(maxZoom, spot.column + dx, spot.row + dy);
      const found: NearStreet | null = tile && nearestStreet(tile, x, y, side, best?.distanceM ?? REACH_M);
      if (found) best = found;
    }
    return best ?? null;
  };

  /** The place in whose depth the spot is, of the four tiles around the nearest corner; null out of reach of all. */
  const placeAt = async (lat: number, lon: number, level: number, isPart: boolean): Promise<Ranked | null> => {
    const zoom = Math.max(minZoom, Math.min(level, maxZoom));
    const spot = tileSpot(lat, lon, zoom);
    const side = sideM(lat, zoom);
    const [right, down] = [spot.x < 0.5 ? -1 : 0, spot.y < 0.5 ? -1 : 0];
    let best: Ranked | null = null;
    for (const [dx, dy] of FOUR) {
      const [column, row] = [spot.column + right + dx, spot.row + down + dy];
      // oxlint-disable-next-line no-await-in-loop -- mostly in memory
      for (const one of await places(zoom, column, row)) {
        if (one.kind.isPart !== isPart) continue;
        const [x, y] = [spot.x + spot.column - column - one.x, spot.y + spot.row - row - one.y];
        const beyondM = Math.hypot(x, y) * side - one.kind.reachM;
        if (beyondM < (best?.beyondM ?? BEYOND_M)) best = { names: one.names, beyondM };
      }
    }
    return best;
  };

  const areaAt = async (lat: number, lon: number): Promise<NamedAround> => {
    const near = await placeAt(lat, lon, LEVELS.near, false);
    const far = await placeAt(lat, lon, LEVELS.far, false);
    const town = [near, far].filter((one) => one !== null).toSorted((a, b) => a.beyondM - b.beyondM)[0];
    const part = await placeAt(lat, lon, LEVELS.near, true);
    return { part: part?.names ?? null, town: town?.names ?? null };
  };

  return {
    areaAt,
    async nameAt(lat, lon) {
      const street = await streetAt(lat, lon);
      if (!street) return { street: null, number: '', part: null, town: null };
      return { street: street.names, number: street.number, ...(await areaAt(lat, lon)) };
    },
  };
}

interface Ranked {
  names: Names;
  /** Negative inside. */
  beyondM: number;
}

/** Towns grow; a place somewhat outside is still said to be there. */
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

/** How far a coordinate is outside of 0 to 1. */
const beyond = (part: number): number => Math.max(0, -part, part - 1);

/** The side of a tile on the ground. */
const sideM = (lat: number, zoom: number): number => (EARTH_M * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;

/** Keeps what was read last; who asks for what is under way gets that. A fault is not kept. */
function keeping<Read>(most: number, read: (z: number, x: number, y: number) => Promise<Read>) {
  const kept = new Map<string, Promise<Read>>();
  return (z: number, x: number, y: number): Promise<Read> => {
    const key = `${z}/${x}/${y}`;
    const known = kept.get(key);
    if (known) kept.delete(key);
    const found = known ?? read(z, x, y);
    kept.set(key, found);
    if (!known) found.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
