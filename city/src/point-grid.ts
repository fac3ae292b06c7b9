import { elementAt } from './at.ts';
import { distanceM } from './distance.ts';

const CELL_DEG = 0.005;

/** Points in cells of about half a kilometre, for a fast nearest-neighbour search. */
export class PointGrid {
  readonly #lats: ArrayLike<number>;
  readonly #lons: ArrayLike<number>;
  readonly #cells = new Map<number, number[]>();

  constructor(lats: ArrayLike<number>, lons: ArrayLike<number>) {
    this.#lats = lats;
    this.#lons = lons;
    for (let i = 0; i < lats.length; i += 1) {
      const key = cellKey(cellOf(elementAt(lats, i)), cellOf(elementAt(lons, i)));
      const cell = this.#cells.get(key);
      if (cell) cell.push(i);
      else this.#cells.set(key, [i]);
    }
  }

  /** Index of the nearest point, -1 if there are none. */
  nearest(lat: number, lon: number): number {
    let best = -1;
    let bestM = Infinity;
    const look = (i: number): void => {
      const d = distanceM(lat, lon, elementAt(this.#lats, i), elementAt(this.#lons, i));
      if (d < bestM) [best, bestM] = [i, d];
    };
    const [y, x] = [cellOf(lat), cellOf(lon)];
    for (let radius = 0; radius <= 8; radius += 1) {
      for (let dy = -radius; dy <= radius; dy += 1) {
        for (let dx = -radius; dx <= radius; dx += 1) {
          if (Math.max(Math.abs(dx), Math.abs(dy)) !== radius) continue;
          for (const i of this.#cells.get(cellKey(y + dy, x + dx)) ?? []) look(i);
        }
      }
      // A ring further out is at least `radius` cells away (a degree of longitude is the shorter one).
      if (bestM < radius * CELL_DEG * 111_195 * Math.cos((lat * Math.PI) / 180)) return best;
    }
    for (let i = 0; i < this.#lats.length; i += 1) look(i);
    return best;
  }
}

function cellOf(degrees: number): number {
  return Math.floor(degrees / CELL_DEG);
}

function cellKey(y: number, x: number): number {
  return y * 100_000 + x;
}
