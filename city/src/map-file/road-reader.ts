import type { VectorTile } from '@mapbox/vector-tile';
import { nearestRoad, type RoadPiece, type RoadSpot, tileSideM } from '../nearest-road.ts';
import { type TileSpot, tileSpot } from '../tile-spot.ts';
import { limitOf, NAMING_LAYOUTS, type NamingLayout, namesOf } from './naming-layouts.ts';
import type { StreetMap } from './street-map.ts';
import { featuresOf, linesOf, MAX_PIECES, readTile } from './tile-names.ts';

export interface RoadReader {
  /**
   * Returns the nearest road within 30 m in the vehicle's direction, or null.
   * @param courseDeg null for a vehicle that stands: any road
   * @throws MapFileFault if the file is damaged there
   */
  roadAt(lat: number, lon: number, courseDeg: number | null): Promise<RoadSpot | null>;
  /** Returns the nearest road without waiting; undefined if its tile is not in memory. */
  roadNow(lat: number, lon: number, courseDeg: number | null): RoadSpot | null | undefined;
}

/** Some 100 MB in the middle of cities, a tenth of that elsewhere. */
const MAX_TILES = 400;

/** Finds roads in the tiles of the deepest level; the most recently read tiles are cached. */
export function createRoadReader({ archive, layout }: StreetMap): RoadReader {
  const naming = NAMING_LAYOUTS[layout];
  const { maxZoom } = archive.header;
  const cached = new Map<number, RoadPiece[] | Promise<RoadPiece[]>>();
  const keyOf = ({ column, row }: TileSpot): number => column * 2 ** maxZoom + row;
  const store = (key: number, tile: RoadPiece[] | Promise<RoadPiece[]>) => {
    cached.delete(key);
    cached.set(key, tile);
    const [oldest] = cached.keys();
    if (cached.size > MAX_TILES && oldest !== undefined) cached.delete(oldest);
  };
  const read = async ({ column, row }: TileSpot): Promise<RoadPiece[]> => {
    const bytes = await archive.tile(maxZoom, column, row);
    return bytes ? piecesOf(readTile(bytes), naming) : [];
  };
  const tileAt = async (spot: TileSpot): Promise<RoadPiece[]> => {
    const key = keyOf(spot);
    const known = cached.get(key) ?? read(spot);
    store(key, known);
    try {
      const pieces = await known;
      if (cached.get(key) === known) cached.set(key, pieces);
      return pieces;
    } catch (error) {
      // A disk fault may be gone the next time.
      cached.delete(key);
      throw error;
    }
  };
  const nearest = (pieces: readonly RoadPiece[], { x, y }: TileSpot, lat: number, courseDeg: number | null) =>
    nearestRoad(pieces, { x, y, side: tileSideM(lat, maxZoom), courseDeg });
  return {
    async roadAt(lat, lon, courseDeg) {
      const spot = tileSpot(lat, lon, maxZoom);
      return nearest(await tileAt(spot), spot, lat, courseDeg);
    },
    roadNow(lat, lon, courseDeg) {
      const spot = tileSpot(lat, lon, maxZoom);
      const key = keyOf(spot);
      const pieces = cached.get(key);
      if (!Array.isArray(pieces)) return undefined;
      store(key, pieces);
      return nearest(pieces, spot, lat, courseDeg);
    },
  };
}

function piecesOf(tile: VectorTile, naming: NamingLayout): RoadPiece[] {
  const pieces: RoadPiece[] = [];
  for (const layer of new Set([naming.roads, naming.streets])) {
    for (const { feature, extent } of featuresOf(tile.layers[layer])) {
      if (feature.type !== 2 || !naming.isStreet(feature.properties)) continue;
      const [names, limitKph] = [namesOf(feature.properties, true), limitOf(feature.properties)];
      for (const line of linesOf(feature)) {
        for (let i = 1; i < line.length && pieces.length < MAX_PIECES; i += 1) {
          const [from, to] = [line[i - 1], line[i]];
          if (!from || !to) continue;
          const [ax, ay] = [from.x / extent, from.y / extent];
          pieces.push({ names, limitKph, ax, ay, dx: to.x / extent - ax, dy: to.y / extent - ay });
        }
      }
    }
  }
  return pieces;
}
