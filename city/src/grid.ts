import { elementAt } from './at.ts';
/**
 * The grid of the source's coordinates: the Web Mercator square divided into 2^32 steps on each side, x to the east and
 * y to the south (about 9 mm at the equator). Integers, so that shared nodes are exactly equal.
 */
const SIZE = 2 ** 32;

/** Returns the longitude in degrees of a grid column. */
export function gridToLon(x: number): number {
  return (x / SIZE) * 360 - 180;
}

/** Returns the latitude in degrees of a grid row. */
export function gridToLat(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / SIZE))) * 180) / Math.PI;
}

/** Grid column, with fraction, of a longitude in degrees. */
export function lonToGrid(lon: number): number {
  return ((lon + 180) / 360) * SIZE;
}

/** Grid row, with fraction, of a latitude in degrees. */
export function latToGrid(lat: number): number {
  return ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * SIZE;
}

/** Flat grid coordinates as GeoJSON positions, rounded to 1e-7 degree. */
export function toLonLats(flat: readonly number[]): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) out.push(toLonLat(elementAt(flat, i), elementAt(flat, i + 1)));
  return out;
}

/** One grid point as a GeoJSON position, rounded to 1e-7 degree. */
export function toLonLat(x: number, y: number): [number, number] {
  return [Math.round(gridToLon(x) * 1e7) / 1e7, Math.round(gridToLat(y) * 1e7) / 1e7];
}
