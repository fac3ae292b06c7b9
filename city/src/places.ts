import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { elementAt } from './at.ts';
import { type LabelledPlace, placeFinder } from './find-places.ts';
import type { PlacesFile } from './gazetteer-build.ts';

export interface Places {
  /**
   * Returns a dispatcher's name for a location: "Av. Italia, Buceo". Null if it is farther than 300 m from any named
   * road.
   *
   * @param lat degrees
   * @param lon degrees
   */
  placeAt(lat: number, lon: number): string | null;
  /** Returns streets and suburbs whose name contains the query, up to the limit (see `placeFinder`). */
  find(typed: string, most: number): LabelledPlace[];
}

/** The output file of the names. */
export const PLACES_FILE = fileURLToPath(new URL('../dist/places.json', import.meta.url));

const REACH_M = 300;
const CELL_M = 100;
/** A suburb is known by one point in its middle; farther away the name would be unreliable. */
const SUBURB_REACH_M = 4000;
const METRES_PER_DEGREE = 111_195;

/**
 * Reads the names of streets and suburbs.
 *
 * @throws if the file is missing (the city is not built) or has another format
 */
export function loadPlaces(file: string = PLACES_FILE): Places {
  const packed: PlacesFile = JSON.parse(readFileSync(file, 'utf8'));
  return toPlaces(packed);
}

/** Indexes names by cells of 100 m; a look-up searches rings of cells around the location, nearest first. */
export function toPlaces(file: PlacesFile): Places {
  const lat0 = file.roads.length > 0 ? elementAt(elementAt(file.roads, 0), 1) / 1e6 : 0;
  const lonScale = METRES_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  const segments: number[] = [];
  const owners: number[] = [];
  const cells = new Map<number, number[]>();
  for (const row of file.roads) {
    let [lat, lon] = [0, 0];
    for (let i = 1; i + 1 < row.length; i += 2) {
      const [nextLat, nextLon] = [lat + elementAt(row, i), lon + elementAt(row, i + 1)];
      if (i > 1) {
        const [ax, ay] = [(lon / 1e6) * lonScale, (lat / 1e6) * METRES_PER_DEGREE];
        const [bx, by] = [(nextLon / 1e6) * lonScale, (nextLat / 1e6) * METRES_PER_DEGREE];
        addSegment(cells, owners.length, ax, ay, bx, by);
        segments.push(ax, ay, bx, by);
        owners.push(elementAt(row, 0));
      }
      [lat, lon] = [nextLat, nextLon];
    }
  }
  const nearestRoad = (x: number, y: number): number => {
    let best = -1;
    let bestM = REACH_M;
    const [cx, cy] = [Math.floor(x / CELL_M), Math.floor(y / CELL_M)];
    for (let radius = 0; radius <= REACH_M / CELL_M; radius += 1) {
      // Anything in this ring is at least this far away.
      if ((radius - 1) * CELL_M > bestM) break;
      for (let dy = -radius; dy <= radius; dy += 1) {
        const step = Math.abs(dy) === radius ? 1 : Math.max(1, 2 * radius);
        for (let dx = -radius; dx <= radius; dx += step) {
          for (const id of cells.get(cellKey(cx + dx, cy + dy)) ?? []) {
            const d = segmentDistance(segments, id * 4, x, y);
            if (d <= bestM) [best, bestM] = [id, d];
          }
        }
      }
    }
    return best;
  };
  const placeAt: Places['placeAt'] = (lat, lon) => {
    if (!Number.isFinite(lat) || !Number.isFinite(lon)) return null;
    const road = nearestRoad(lon * lonScale, lat * METRES_PER_DEGREE);
    if (road < 0) return null;
    const street = elementAt(file.names, elementAt(owners, road));
    let suburb = '';
    let nearest = SUBURB_REACH_M;
    for (const next of file.suburbs) {
      const d = Math.hypot((next.lon - lon) * lonScale, (next.lat - lat) * METRES_PER_DEGREE);
      if (d < nearest) [suburb, nearest] = [next.name, d];
    }
    return suburb ? `${street}, ${suburb}` : street;
  };
  return { placeAt, find: placeFinder(file, placeAt) };
}

/** Puts a segment into every cell that it may cross. */
function addSegment(cells: Map<number, number[]>, id: number, ax: number, ay: number, bx: number, by: number): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / (CELL_M / 4)));
  let last = Number.NaN;
  for (let s = 0; s <= steps; s += 1) {
    const x = ax + ((bx - ax) * s) / steps;
    const y = ay + ((by - ay) * s) / steps;
    const key = cellKey(Math.floor(x / CELL_M), Math.floor(y / CELL_M));
    if (key === last) continue;
    last = key;
    const cell = cells.get(key);
    if (cell) cell.push(id);
    else cells.set(key, [id]);
  }
}

function cellKey(x: number, y: number): number {
  return x * 1_000_000 + y;
}

function segmentDistance(segments: readonly number[], i: number, x: number, y: number): number {
  const [ax, ay] = [elementAt(segments, i), elementAt(segments, i + 1)];
  const [dx, dy] = [elementAt(segments, i + 2) - ax, elementAt(segments, i + 3) - ay];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
