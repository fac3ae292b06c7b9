import type { Cell } from '../store/addresses/addresses.ts';

/** Cells of 22 m: a parked vehicle drifts within one or two. */
export const CELLS_PER_DEGREE = 5000;

/** The cell of a point; null for invalid coordinates. */
export function cellOf(lat: number, lon: number): Cell | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  return { lat: Math.round(lat * CELLS_PER_DEGREE), lon: Math.round(lon * CELLS_PER_DEGREE) };
}

export const keyOf = ({ lat, lon }: Cell): number => lat * 2_000_000 + lon;
