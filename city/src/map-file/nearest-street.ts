import { elementAt } from '../at.ts';
import type { Names } from './naming-layouts.ts';
import type { TileStreets } from './tile-names.ts';

export interface NearStreet {
  names: Names;
  /** '' if none is near, or the nearest belongs to another street. */
  number: string;
  distanceM: number;
}

/** A house number farther away belongs to another house. */
const NUMBER_REACH_M = 40;

/** Returns the street nearest to a location, in fractions of the tile's side; null if none is within reach. */
export function nearestStreet(
  streets: TileStreets,
  x: number,
  y: number,
  metresPerSide: number,
  reachM: number,
): NearStreet | null {
  const near = nearestPiece(streets, x, y);
  const distanceM = near.distance * metresPerSide;
  if (near.owner < 0 || distanceM > reachM) return null;
  let number = '';
  let nearest = NUMBER_REACH_M / metresPerSide;
  for (const one of streets.numbers) {
    const distance = Math.hypot(one.x - x, one.y - y);
    if (distance > nearest) continue;
    if (nearestPiece(streets, one.x, one.y).owner !== near.owner) continue;
    nearest = distance;
    number = one.number;
  }
  return { names: elementAt(streets.names, near.owner), number, distanceM };
}

/**
 * Returns the houses of a street with this number, in fractions of the tile's side: those to which no other street is
 * nearer.
 */
export function housesOf(streets: TileStreets, street: string, number: string): { x: number; y: number }[] {
  const owner = streets.names.findIndex(({ name }) => name === street);
  if (owner < 0) return [];
  return streets.numbers.filter(
    (one) => one.number.toLowerCase() === number.toLowerCase() && nearestPiece(streets, one.x, one.y).owner === owner,
  );
}

function nearestPiece({ pieces, owners }: TileStreets, x: number, y: number): { owner: number; distance: number } {
  let owner = -1;
  let best = Infinity;
  for (let i = 0; i < owners.length; i += 1) {
    const distance = pieceDistance(pieces, i * 4, x, y);
    if (distance < best) [owner, best] = [elementAt(owners, i), distance];
  }
  return { owner, distance: Math.sqrt(best) };
}

/** The square of the distance. `?? 0` satisfies the compiler, and is cheaper than a checked read. */
function pieceDistance(pieces: Float32Array, i: number, x: number, y: number): number {
  const [ax, ay] = [pieces[i] ?? 0, pieces[i + 1] ?? 0];
  const [dx, dy] = [(pieces[i + 2] ?? 0) - ax, (pieces[i + 3] ?? 0) - ay];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  const [ex, ey] = [x - ax - t * dx, y - ay - t * dy];
  return ex * ex + ey * ey;
}
