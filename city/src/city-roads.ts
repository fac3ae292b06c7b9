import { readFileSync } from 'node:fs';
import { elementAt } from './at.ts';
import type { RoadFile, RoadNetwork } from './graph-format.ts';
import { nearestRoad, ROAD_REACH_M, type RoadPiece, type RoadSpot, tileSideM } from './nearest-road.ts';
import { ROADS_FILE, unpackNetwork } from './road-graph.ts';
import { tileSpot } from './tile-spot.ts';

export interface CityRoads {
  /**
   * Returns the nearest road within 30 m in the vehicle's direction, or null.
   * @param courseDeg null for a vehicle that stands: any road
   */
  roadAt(lat: number, lon: number, courseDeg: number | null): RoadSpot | null;
}

/** Tiles of this level are some 500 m wide in the city. */
const CELL_ZOOM = 16;

/**
 * Reads the roads of the demo city with their names and limits.
 * @throws if the file is missing (the city is not built) or is not a road graph
 */
export function loadCityRoads(file: string = ROADS_FILE): CityRoads {
  const packed: RoadFile = JSON.parse(readFileSync(file, 'utf8'));
  return toCityRoads(unpackNetwork(packed));
}

/** Sorts the pieces of the roads into cells; each is in all cells near it. */
export function toCityRoads({ edges }: Pick<RoadNetwork, 'edges'>): CityRoads {
  const cells = new Map<number, RoadPiece[]>();
  for (const { name, limitKph, shape } of edges) {
    const spot = { names: name === '' ? null : { name, other: {} }, limitKph };
    for (let i = 2; i + 1 < shape.length; i += 2) {
      const from = onGrid(elementAt(shape, i - 2), elementAt(shape, i - 1));
      const to = onGrid(elementAt(shape, i), elementAt(shape, i + 1));
      const piece = { ...spot, ax: from.x, ay: from.y, dx: to.x - from.x, dy: to.y - from.y };
      const margin = ROAD_REACH_M / tileSideM(elementAt(shape, i), CELL_ZOOM);
      for (const key of keysWithin(from, to, margin)) {
        const cell = cells.get(key);
        if (cell) cell.push(piece);
        else cells.set(key, [piece]);
      }
    }
  }
  return {
    roadAt(lat, lon, courseDeg) {
      const spot = onGrid(lat, lon);
      const cell = cells.get(keyOf(Math.floor(spot.x), Math.floor(spot.y)));
      return cell ? nearestRoad(cell, { ...spot, side: tileSideM(lat, CELL_ZOOM), courseDeg }) : null;
    },
  };
}

interface OnGrid {
  x: number;
  y: number;
}

/** In tiles from the north-west corner of the world. */
function onGrid(lat: number, lon: number): OnGrid {
  const { column, row, x, y } = tileSpot(lat, lon, CELL_ZOOM);
  return { x: column + x, y: row + y };
}

const keyOf = (column: number, row: number): number => column * 2 ** CELL_ZOOM + row;

function* keysWithin(from: OnGrid, to: OnGrid, margin: number): Generator<number> {
  const [left, right] = [Math.floor(Math.min(from.x, to.x) - margin), Math.floor(Math.max(from.x, to.x) + margin)];
  const [top, bottom] = [Math.floor(Math.min(from.y, to.y) - margin), Math.floor(Math.max(from.y, to.y) + margin)];
  for (let column = left; column <= right; column += 1) {
    for (let row = top; row <= bottom; row += 1) yield keyOf(column, row);
  }
}
