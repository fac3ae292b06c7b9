import { latToGrid, lonToGrid } from './grid.ts';

/**
 * The tile of a location, and its coordinates `x` and `y` from the tile's north-west corner, in fractions of its side.
 */
export interface TileSpot {
  column: number;
  row: number;
  x: number;
  y: number;
}

/** @param lat degrees, within 85 of the equator @param lon degrees */
export function tileSpot(lat: number, lon: number, zoom: number): TileSpot {
  const step = 2 ** (32 - zoom);
  const [x, y] = [lonToGrid(lon) / step, latToGrid(lat) / step];
  const [column, row] = [Math.floor(x), Math.floor(y)];
  return { column, row, x: x - column, y: y - row };
}
