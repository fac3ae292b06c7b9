import type { Queryable } from '../database.ts';
import { type DeviceRange, microsSql, RANGES_SQL, rangeParameters, timeSql, withinAll } from './device-range.ts';
import { listRangesWithChunks, packedDays, timesOf } from './packed-days.ts';
import { ROW_TABLE } from './row-tables.ts';

/** A range of which the times of reports are requested. */
export interface TimesRange extends DeviceRange {
  /** Includes invalid fixes and reports without coordinates. */
  everyReport: boolean;
}

/** SQL of the times of reports of `q`, as `at`. */
const TIMES = `SELECT p.fix_time AS at FROM positions p
    WHERE p.device_id = q.device_id AND p.fix_time >= q.since AND p.fix_time < q.until AND ${withinAll('p.fix_time')}
      AND (p.flags & 1 = 1 OR ($6::bool[])[q.index])
  UNION ALL SELECT r.reported_at FROM status_reports r
    WHERE ($6::bool[])[q.index] AND r.device_id = q.device_id AND r.reported_at >= q.since AND r.reported_at < q.until
      AND ${withinAll('r.reported_at')}`;

const EVERY = `SELECT q.index, ${microsSql('t.at')} AS at FROM ${RANGES_SQL} CROSS JOIN LATERAL (${TIMES}) t`;
const edge = (direction: 'min' | 'max') => `SELECT q.index, ${microsSql('t.at')} AS at
  FROM ${RANGES_SQL} CROSS JOIN LATERAL (SELECT ${direction}(at) AS at FROM (${TIMES}) all_times) t WHERE t.at IS NOT NULL`;
const [FIRST, LAST] = [edge('min'), edge('max')];

/** The times of the reports in each range in microseconds, in any order, some possibly twice. */
export const readReportTimes = (db: Queryable, ranges: readonly TimesRange[]): Promise<number[][]> =>
  readTimes(db, EVERY, ranges, (times, range) => addPacked(db, times, range, 'every'));

/** The time of the first report in each range, as a list of one or none. */
export const readFirstTimes = (db: Queryable, ranges: readonly TimesRange[]): Promise<number[][]> =>
  readTimes(db, FIRST, ranges, async (times, range) => {
    await addPacked(db, times, range, 'first');
    if (times.length > 1) times.splice(0, times.length, Math.min(...times));
  });

/** The time of the last report in each range, as a list of one or none. */
export const readLastTimes = (db: Queryable, ranges: readonly TimesRange[]): Promise<number[][]> =>
  readTimes(db, LAST, ranges, async (times, range) => {
    await addPacked(db, times, range, 'last');
    if (times.length > 1) times.splice(0, times.length, Math.max(...times));
  });

async function readTimes(
  db: Queryable,
  sql: string,
  ranges: readonly TimesRange[],
  withPacked: (times: number[], range: TimesRange) => Promise<void>,
): Promise<number[][]> {
  const found = ranges.map((): number[] => []);
  if (ranges.length === 0) return found;
  const { rows } = await db.query<{ index: number; at: number }>(sql, [
    ...rangeParameters(ranges),
    ranges.map(({ everyReport }) => everyReport),
  ]);
  for (const { index, at } of rows) found[index - 1]?.push(at);
  const packed = new Set([
    ...(await listRangesWithChunks(db, ranges)),
    ...(await listRangesWithChunks(db, ranges, 'true', 'statusReports')),
  ]);
  for (const index of packed) {
    const [range, times] = [ranges[index], found[index]];
    if (range && times) await withPacked(times, range);
  }
  return found;
}

/** Adds the times of packed reports: of all, or of the first or last of each kind. */
async function addPacked(db: Queryable, times: number[], range: TimesRange, which: 'every' | 'first' | 'last') {
  const { everyReport } = range;
  const how = which === 'every' ? {} : { newestFirst: which === 'last', together: 1 };
  const where = everyReport ? 'true' : 'c.valid > 0';
  for await (const { chunk, low, high } of packedDays(db, 'positions', { ...range, ...how, where })) {
    const found = timesWithin(chunk.fixTime, low, high, everyReport ? null : chunk.flags);
    if (addWhich(times, found, which)) break;
  }
  if (!everyReport) return;
  for await (const { chunk, low, high } of packedDays(db, 'statusReports', { ...range, ...how })) {
    if (addWhich(times, timesWithin(chunk.reportedAt, low, high, null), which)) break;
  }
}

/** The times of rows, of valid fixes only if their flags are given. */
function timesWithin(times: Float64Array, low: number, high: number, flags: Int16Array | null): number[] {
  const found: number[] = [];
  for (let row = low; row < high; row++) if (flags === null || (flags[row] ?? 0) & 1) found.push(times[row] ?? 0);
  return found;
}

/** True if no further day is needed. */
function addWhich(times: number[], found: readonly number[], which: 'every' | 'first' | 'last'): boolean {
  if (which === 'every') {
    for (const time of found) times.push(time);
    return false;
  }
  const time = which === 'first' ? found[0] : found.at(-1);
  if (time === undefined) return false;
  times.push(time);
  return true;
}

/** The time of the newest report without coordinates in a range, microseconds; null if there is none. */
export async function readNewestStatusTime(db: Queryable, range: DeviceRange): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    `SELECT ${microsSql('max(r.reported_at)')} AS at FROM ${RANGES_SQL} JOIN status_reports r
       ON r.device_id = q.device_id AND r.reported_at >= q.since AND r.reported_at < q.until AND ${withinAll('r.reported_at')}`,
    rangeParameters([range]),
  );
  const row = rows[0]?.at ?? null;
  for await (const { chunk, high } of packedDays(db, 'statusReports', { ...range, newestFirst: true, together: 1 })) {
    return Math.max(row ?? -Infinity, chunk.reportedAt[high - 1] ?? -Infinity);
  }
  return row;
}

/** The newest times of positions and of status reports in a range, at most `most` of each, newest first. */
export async function readNewestTimes(db: Queryable, range: DeviceRange, most: number): Promise<number[][]> {
  const kinds = ['positions', 'statusReports'] as const;
  const found: number[][] = [];
  for (const kind of kinds) {
    const { table, time } = ROW_TABLE[kind];
    const { rows } = await db.query<{ at: number; hash: number }>(
      `SELECT ${microsSql(time)} AS at, report_hash AS hash FROM ${table} WHERE device_id = $1
         AND ${time} >= ${timeSql('$2::int8')} AND ${time} < ${timeSql('$3::int8')} ORDER BY ${time} DESC LIMIT $4`,
      [range.deviceId, range.from, range.to, most],
    );
    const times = new Map(rows.map(({ at, hash }) => [`${at} ${hash}`, at]));
    for await (const { chunk, low, high } of packedDays(db, kind, { ...range, newestFirst: true, together: 1 })) {
      const all = timesOf(chunk);
      for (let row = high - 1; row >= Math.max(low, high - most); row--) {
        times.set(`${all[row] ?? 0} ${chunk.reportHash[row] ?? 0}`, all[row] ?? 0);
      }
      if (times.size >= rows.length + most) break;
    }
    found.push([...times.values()].toSorted((a, b) => b - a).slice(0, most));
  }
  return found;
}
