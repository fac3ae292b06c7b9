import type { Queryable } from '../database.ts';
import { listRangesWithChunks, packedDays } from './packed-days.ts';
import { type DeviceRange, RANGES_SQL, rangeParameters, withinAll } from './device-range.ts';

/** Bounds in 1e-7 degrees, inclusive; without `west` and `east` at all longitudes. */
export interface Bounds {
  south: number;
  north: number;
  west: number | null;
  east: number | null;
}

/** SQL of any position within `q`. Without its LIMIT, all data of the device would be scanned. */
const anyWithin = (condition = '') => `SELECT FROM positions p WHERE p.device_id = q.device_id
  AND p.fix_time >= q.since AND p.fix_time < q.until AND ${withinAll('p.fix_time')}${condition} LIMIT 1`;

/** True for each range with a position, valid or not. */
export async function havePositions(db: Queryable, ranges: readonly DeviceRange[]): Promise<boolean[]> {
  const found = ranges.map(() => false);
  if (ranges.length === 0) return found;
  const { rows } = await db.query<{ index: number }>(
    `SELECT q.index FROM ${RANGES_SQL} CROSS JOIN LATERAL (${anyWithin()}) p`,
    rangeParameters(ranges),
  );
  for (const { index } of rows) found[index - 1] = true;
  const open = ranges.flatMap((range, index) => (found[index] ? [] : [{ ...range, index }]));
  for (const at of await listRangesWithChunks(db, open)) {
    const range = open[at];
    if (range) found[range.index] = await hasPacked(db, range);
  }
  return found;
}

async function hasPacked(db: Queryable, range: DeviceRange): Promise<boolean> {
  for await (const _ of packedDays(db, 'positions', { ...range, together: 1 })) return true;
  return false;
}

const IN_BOUNDS = ` AND p.lat BETWEEN $6 AND $7 AND ($8::int IS NULL OR p.lon BETWEEN $8 AND $9)`;

/** True if a position of the device, valid or not, was within the bounds. */
export async function wasWithin(db: Queryable, range: DeviceRange, bounds: Bounds): Promise<boolean> {
  const { south, north, west, east } = bounds;
  const { rows } = await db.query(`SELECT FROM ${RANGES_SQL} CROSS JOIN LATERAL (${anyWithin(IN_BOUNDS)}) p`, [
    ...rangeParameters([range]),
    south,
    north,
    west,
    east,
  ]);
  return rows.length > 0 || wasPackedWithin(db, range, bounds);
}

async function wasPackedWithin(db: Queryable, range: DeviceRange, bounds: Bounds): Promise<boolean> {
  const { south, north, west, east } = bounds;
  const where = `c.south <= $6 AND c.north >= $5 AND ($7::int IS NULL OR (c.west <= $8 AND c.east >= $7))`;
  const values = [south, north, west, east];
  for await (const { chunk, low, high } of packedDays(db, 'positions', { ...range, where, values, together: 8 })) {
    const { lat, lon } = chunk;
    for (let row = low; row < high; row++) {
      const [y = 0, x = 0] = [lat[row], lon[row]];
      if (y >= south && y <= north && (west === null || (x >= west && x <= (east ?? x)))) return true;
    }
  }
  return false;
}

/**
 * SQL of the positions of the last day, which are never packed: `p` of a device `i.device_id` from `since` on.
 */
export const recentPositionsSql = (since: string): string =>
  `positions p ON p.device_id = i.device_id AND p.fix_time BETWEEN ${since} AND now()`;
