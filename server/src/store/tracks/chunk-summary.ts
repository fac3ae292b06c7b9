import { type AnyColumns, timesOfColumns } from './merge-columns.ts';

/** What is stored beside a chunk, by which days are found unread. Times in microseconds, bounds in 1e-7 degrees. */
export interface ChunkSummary {
  first: number;
  last: number;
  count: number;
  /** Valid fixes among its positions; with the bounds, 0 for status reports. */
  valid: number;
  south: number;
  west: number;
  north: number;
  east: number;
}

export function summaryOf(columns: AnyColumns): ChunkSummary {
  const times = timesOfColumns(columns);
  const ends = { first: times[0] ?? 0, last: times.at(-1) ?? 0, count: times.length };
  if (!('fixTime' in columns)) return { ...ends, valid: 0, south: 0, west: 0, north: 0, east: 0 };
  const { lat, lon, flags } = columns;
  let valid = 0;
  for (const flag of flags) valid += flag & 1;
  const [south, north] = boundsOf(lat);
  const [west, east] = boundsOf(lon);
  return { ...ends, valid, south, west, north, east };
}

function boundsOf(values: Int32Array): [least: number, most: number] {
  let [least, most] = [values[0] ?? 0, values[0] ?? 0];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
