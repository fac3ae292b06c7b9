import type { Queryable } from '../database.ts';
import { type DeviceRange, microsSql, RANGES_SQL, rangeParameters, withinAll } from './device-range.ts';

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
  readTimes(db, EVERY, ranges);

/** The time of the first report in each range, as a list of one or none. */
export const readFirstTimes = (db: Queryable, ranges: readonly TimesRange[]): Promise<number[][]> =>
  readTimes(db, FIRST, ranges);

/** The time of the last report in each range, as a list of one or none. */
export const readLastTimes = (db: Queryable, ranges: readonly TimesRange[]): Promise<number[][]> =>
  readTimes(db, LAST, ranges);

async function readTimes(db: Queryable, sql: string, ranges: readonly TimesRange[]): Promise<number[][]> {
  const found = ranges.map((): number[] => []);
  if (ranges.length === 0) return found;
  const { rows } = await db.query<{ index: number; at: number }>(sql, [
    ...rangeParameters(ranges),
    ranges.map(({ everyReport }) => everyReport),
  ]);
  for (const { index, at } of rows) found[index - 1]?.push(at);
  return found;
}

/** The time of the newest report without coordinates in a range, microseconds; null if there is none. */
export async function readNewestStatusTime(db: Queryable, range: DeviceRange): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    `SELECT ${microsSql('max(r.reported_at)')} AS at FROM ${RANGES_SQL} JOIN status_reports r
       ON r.device_id = q.device_id AND r.reported_at >= q.since AND r.reported_at < q.until AND ${withinAll('r.reported_at')}`,
    rangeParameters([range]),
  );
  return rows[0]?.at ?? null;
}
