import type { Queryable } from '../database.ts';
import { type DeviceRange, microsSql, RANGES_SQL, rangeParameters, withinAll } from './device-range.ts';

/** The positions of a range, valid or not: their number, and the first and last time in microseconds. */
export interface PositionCount {
  count: number;
  first: number | null;
  last: number | null;
}

const OF_RANGE = `p.device_id = q.device_id AND p.fix_time >= q.since AND p.fix_time < q.until
  AND ${withinAll('p.fix_time')}`;

export async function countPositions(db: Queryable, range: DeviceRange): Promise<PositionCount> {
  const { rows } = await db.query<PositionCount>(
    `SELECT count(*)::int AS count, ${microsSql('min(p.fix_time)')} AS first, ${microsSql('max(p.fix_time)')} AS last
     FROM ${RANGES_SQL} JOIN positions p ON ${OF_RANGE}`,
    rangeParameters([range]),
  );
  return rows[0] ?? { count: 0, first: null, last: null };
}

/** The number of positions of each range that were received since a time (microseconds). */
export async function countReceived(db: Queryable, ranges: readonly DeviceRange[], since: number): Promise<number[]> {
  const counts = ranges.map(() => 0);
  if (ranges.length === 0) return counts;
  const { rows } = await db.query<{ index: number; count: number }>(
    `SELECT q.index, came.count FROM ${RANGES_SQL} CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM positions p
       WHERE ${OF_RANGE} AND ${microsSql('p.received_at')} >= $6::int8) came`,
    [...rangeParameters(ranges), since],
  );
  for (const { index, count } of rows) counts[index - 1] = count;
  return counts;
}
