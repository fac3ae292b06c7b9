import { DAY_MICROS, startOfDay } from '../chunks/device-day.ts';
import type { Queryable } from '../database.ts';
import { type DeviceRange, microsSql, RANGES_SQL, rangeParameters, timeSql, withinAll } from './device-range.ts';
import { dayTextOf, listRangesWithChunks, packedDays } from './packed-days.ts';

/** The positions of a range, valid or not: their number, and the first and last time in microseconds. */
export interface PositionCount {
  count: number;
  first: number | null;
  last: number | null;
}

const OF_RANGE = `p.device_id = q.device_id AND p.fix_time >= q.since AND p.fix_time < q.until
  AND ${withinAll('p.fix_time')}`;
/** What a day contributes to a count. */
interface DayCount {
  day: string;
  count: number;
  first: number;
  last: number;
}

export async function countPositions(db: Queryable, range: DeviceRange): Promise<PositionCount> {
  const rows = await db.query<DayCount>(
    `SELECT (p.fix_time AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS count,
            ${microsSql('min(p.fix_time)')} AS first, ${microsSql('max(p.fix_time)')} AS last
     FROM ${RANGES_SQL} JOIN positions p ON ${OF_RANGE} GROUP BY 1`,
    rangeParameters([range]),
  );
  const chunks = await db.query<DayCount>(
    `SELECT day::text AS day, count, ${microsSql('first')} AS first, ${microsSql('last')} AS last FROM position_chunks
     WHERE device_id = $1 AND day BETWEEN $2 AND $3 AND last >= ${timeSql('$4::int8')} AND first < ${timeSql('$5::int8')}`,
    [range.deviceId, dayTextOf(range.from), dayTextOf(range.to - 1), range.from, range.to],
  );
  const days = new Map(rows.rows.map((one) => [one.day, one]));
  for (const one of chunks.rows) {
    const isWhole = one.first >= range.from && one.last < range.to;
    // A day with rows too, or of which a part counts, is read.
    const counted = isWhole && !days.has(one.day) ? one : await countOfDay(db, range, one.day);
    if (counted) days.set(one.day, counted);
  }
  const all = [...days.values()];
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    first: all.length === 0 ? null : Math.min(...all.map(({ first }) => first)),
    last: all.length === 0 ? null : Math.max(...all.map(({ last }) => last)),
  };
}

async function countOfDay(db: Queryable, { deviceId, from, to }: DeviceRange, day: string): Promise<DayCount | null> {
  const start = startOfDay(day);
  const part = { deviceId, from: Math.max(from, start), to: Math.min(to, start + DAY_MICROS) };
  const times = await mergedTimes(db, part);
  return times.length === 0
    ? null
    : { day, count: times.length, first: times[0]?.micros ?? 0, last: times.at(-1)?.micros ?? 0 };
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
  for (const index of await listRangesWithChunks(db, ranges)) {
    const range = ranges[index];
    if (range) counts[index] = (await mergedTimes(db, range)).filter(({ received }) => received >= since).length;
  }
  return counts;
}

/** The times of a position in microseconds. */
interface PositionTimes {
  micros: number;
  hash: number;
  received: number;
}

/** The positions of a range, rows and packed ones, each once, in the order of their key. */
async function mergedTimes(db: Queryable, range: DeviceRange): Promise<PositionTimes[]> {
  const { deviceId, from, to } = range;
  const { rows } = await db.query<PositionTimes>(
    `SELECT ${microsSql('fix_time')} AS micros, report_hash AS hash, ${microsSql('received_at')} AS received
     FROM positions WHERE device_id = $1 AND fix_time >= ${timeSql('$2::int8')} AND fix_time < ${timeSql('$3::int8')}`,
    [deviceId, from, to],
  );
  const found = new Map(rows.map((row) => [`${row.micros} ${row.hash}`, row]));
  for await (const { chunk, low, high } of packedDays(db, 'positions', range)) {
    const { fixTime, reportHash, receivedAt } = chunk;
    for (let row = low; row < high; row++) {
      const one = { micros: fixTime[row] ?? 0, hash: reportHash[row] ?? 0, received: receivedAt[row] ?? 0 };
      found.set(`${one.micros} ${one.hash}`, one);
    }
  }
  return [...found.values()].toSorted((a, b) => a.micros - b.micros || a.hash - b.hash);
}
