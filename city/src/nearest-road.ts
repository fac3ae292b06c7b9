import type { Names } from './map-file/naming-layouts.ts';

/** The road that a vehicle is on, as far as it is known. */
export interface RoadSpot {
  /** Null for a road without a name or number. */
  names: Names | null;
  /** Null if the limit is unknown: the files of Protomaps and OpenMapTiles have none. */
  limitKph: number | null;
}

/** A straight piece of a road: from `ax`, `ay`, by a vector to the right and down, in sides of a tile. */
export interface RoadPiece extends RoadSpot {
  ax: number;
  ay: number;
  dx: number;
  dy: number;
}

export interface RoadQuestion {
  /** In sides of the pieces' tile. */
  x: number;
  y: number;
  /** The side of that tile in metres, at this latitude. */
  side: number;
  /** Null for a vehicle that stands: any road. */
  courseDeg: number | null;
}

/** A fix has an error of some metres, and a road is drawn along its middle. */
export const ROAD_REACH_M = 30;
/** Both directions of a road count: a crossing road differs by more. */
const MAX_TURN_DEG = 35;
/** One layer may have the names and another the limits, each drawn slightly differently. */
const SAME_M = 5;
/** The vehicle may be on another road that is farther away by up to this, such as the street beside an avenue. */
const UNSURE_M = 15;
const EARTH_M = 40_075_016.7;

/** Metres of a side of a tile at a latitude. */
export const tileSideM = (lat: number, zoom: number): number => (EARTH_M * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;

/**
 * Returns the nearest road within 30 m in the vehicle's direction, or null. For parallel roads the highest limit is
 * returned: a vehicle within it certainly breaks none.
 */
export function nearestRoad(pieces: readonly RoadPiece[], { x, y, side, courseDeg }: RoadQuestion): RoadSpot | null {
  const reach = ROAD_REACH_M / side;
  const near: { piece: RoadPiece; metres: number }[] = [];
  let nearest = ROAD_REACH_M;
  for (const piece of pieces) {
    // Most of a tile is far away: two comparisons exclude it.
    const { ax, ay, dx, dy } = piece;
    if (x < ax + Math.min(dx, 0) - reach || x > ax + Math.max(dx, 0) + reach) continue;
    if (y < ay + Math.min(dy, 0) - reach || y > ay + Math.max(dy, 0) + reach) continue;
    const metres = distanceTo(piece, x, y) * side;
    if (metres > nearest + UNSURE_M || metres > ROAD_REACH_M) continue;
    if (courseDeg !== null && turnDeg(piece, courseDeg) > MAX_TURN_DEG) continue;
    nearest = Math.min(nearest, metres);
    near.push({ piece, metres });
  }
  if (near.length === 0) return null;
  const within = (metres: number) => near.filter((one) => one.metres <= nearest + metres);
  const same = within(SAME_M).toSorted((a, b) => a.metres - b.metres);
  const limits = within(UNSURE_M).flatMap(({ piece }) => piece.limitKph ?? []);
  return {
    names: same.find(({ piece }) => piece.names)?.piece.names ?? null,
    limitKph: limits.length > 0 ? Math.max(...limits) : null,
  };
}

/** Returns the angle between a piece and a course, in either direction: 0 to 90. */
function turnDeg({ dx, dy }: RoadPiece, courseDeg: number): number {
  const way = (Math.atan2(dx, -dy) * 180) / Math.PI;
  const turn = Math.abs(way - courseDeg) % 180;
  return Math.min(turn, 180 - turn);
}

function distanceTo({ ax, ay, dx, dy }: RoadPiece, x: number, y: number): number {
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
