import type { VectorTile } from '@mapbox/vector-tile';
import { tileSpot } from '../tile-spot.ts';
import { limitOf, NAMING_LAYOUTS, type NamingLayout, type Names, namesOf } from './naming-layouts.ts';
import type { StreetMap } from './street-map.ts';
import { featuresOf, linesOf, MOST_PIECES, readTile } from './tile-names.ts';

/** The road that a vehicle is on, as far as the file says. */
export interface RoadSpot {
  /** Null for a road without a name or number. */
  names: Names | null;
  /** Null where the file has no limit for it: the files of Protomaps and OpenMapTiles have none. */
  limitKph: number | null;
}

export interface RoadReader {
  /**
   * The nearest road within 30 m that runs as the vehicle does; null where there is none.
   * @param courseDeg null for a vehicle that stands: any road
   * @throws MapFileFault where the file is damaged there
   */
  roadAt(lat: number, lon: number, courseDeg: number | null): Promise<RoadSpot | null>;
}

/** A fix is off by some metres, and a road is drawn along its middle. */
const REACH_M = 30;
/** Both ways of a road count: a crossing road differs by more. */
const MOST_TURN_DEG = 35;
/** One layer may have the names and another the limits, each drawn a little differently. */
const SAME_M = 5;
const MOST_TILES = 100;
const EARTH_M = 40_075_016.7;

interface Piece extends RoadSpot {
  ax: number;
  ay: number;
  dx: number;
  dy: number;
}

/** Finds roads in the tiles of the deepest level; those that were read last are kept. */
export function createRoadReader({ archive, layout }: StreetMap): RoadReader {
  const naming = NAMING_LAYOUTS[layout];
  const { maxZoom } = archive.header;
  const kept = new Map<string, Promise<Piece[]>>();
  const read = async (column: number, row: number): Promise<Piece[]> => {
    const bytes = await archive.tile(maxZoom, column, row);
    return bytes ? piecesOf(readTile(bytes), naming) : [];
  };
  const tileAt = (column: number, row: number): Promise<Piece[]> => {
    const key = `${column}/${row}`;
    const known = kept.get(key) ?? read(column, row);
    kept.delete(key);
    kept.set(key, known);
    // A fault of the disk may be gone the next time.
    known.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MOST_TILES && oldest !== undefined) kept.delete(oldest);
    return known;
  };
  return {
    async roadAt(lat, lon, courseDeg) {
      const spot = tileSpot(lat, lon, maxZoom);
      const pieces = await tileAt(spot.column, spot.row);
      const side = (EARTH_M * Math.cos((lat * Math.PI) / 180)) / 2 ** maxZoom;
      return nearest(pieces, { x: spot.x, y: spot.y, side, courseDeg });
    },
  };
}

interface Asked {
  x: number;
  y: number;
  /** Metres of a side of the tile. */
  side: number;
  courseDeg: number | null;
}

function nearest(pieces: readonly Piece[], { x, y, side, courseDeg }: Asked): RoadSpot | null {
  const near = pieces
    .filter((piece) => courseDeg === null || turnDeg(piece, courseDeg) <= MOST_TURN_DEG)
    .map((piece) => ({ piece, metres: distanceTo(piece, x, y) * side }))
    .filter(({ metres }) => metres <= REACH_M)
    .toSorted((a, b) => a.metres - b.metres);
  const [first] = near;
  if (!first) return null;
  const same = near.filter(({ metres }) => metres <= first.metres + SAME_M).map(({ piece }) => piece);
  return {
    names: same.find(({ names }) => names)?.names ?? null,
    limitKph: same.find(({ limitKph }) => limitKph !== null)?.limitKph ?? null,
  };
}

/** How far the way of a piece is from a course, in either direction: 0 to 90. */
function turnDeg({ dx, dy }: Piece, courseDeg: number): number {
  const way = (Math.atan2(dx, -dy) * 180) / Math.PI;
  const turn = Math.abs(way - courseDeg) % 180;
  return Math.min(turn, 180 - turn);
}

function distanceTo({ ax, ay, dx, dy }: Piece, x: number, y: number): number {
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

function piecesOf(tile: VectorTile, naming: NamingLayout): Piece[] {
  const pieces: Piece[] = [];
  for (const layer of new Set([naming.roads, naming.streets])) {
    for (const { feature, extent } of featuresOf(tile.layers[layer])) {
      if (feature.type !== 2 || !naming.isStreet(feature.properties)) continue;
      const [names, limitKph] = [namesOf(feature.properties, true), limitOf(feature.properties)];
      for (const line of linesOf(feature)) {
        for (let i = 1; i < line.length && pieces.length < MOST_PIECES; i += 1) {
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
