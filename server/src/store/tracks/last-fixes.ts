import type { Queryable } from '../database.ts';
import { listRangesWithChunks, packedDays } from './packed-days.ts';
import { type DeviceRange, microsSql, RANGES_SQL, rangeParameters, withinAll } from './device-range.ts';

/** A valid fix as stored. */
export interface LastFix {
  /** Microseconds since the Unix epoch. */
  micros: number;
  hash: number;
  /** 1e-7 degrees. */
  lat: number;
  lon: number;
  speedDkph: number;
  courseDeg: number;
  flags: number;
}

const LAST = `SELECT q.index, ${microsSql('f.fix_time')} AS micros, f.report_hash AS hash, f.lat, f.lon,
    f.speed_dkph AS "speedDkph", f.course_deg AS "courseDeg", f.flags
  FROM ${RANGES_SQL} CROSS JOIN LATERAL (
    SELECT p.* FROM positions p WHERE p.device_id = q.device_id AND p.flags & 1 = 1 AND ${withinAll('p.fix_time')}
      AND p.fix_time >= q.since AND p.fix_time < q.until
    ORDER BY p.fix_time DESC, p.report_hash DESC LIMIT 1) f`;

/** The newest valid fix of each range; null where it has none. */
export async function readLastFixes(db: Queryable, ranges: readonly DeviceRange[]): Promise<(LastFix | null)[]> {
  const found = ranges.map((): LastFix | null => null);
  if (ranges.length === 0) return found;
  const { rows } = await db.query<LastFix & { index: number }>(LAST, rangeParameters(ranges));
  for (const { index, ...fix } of rows) found[index - 1] = fix;
  for (const index of await listRangesWithChunks(db, ranges, 'c.valid > 0')) {
    const range = ranges[index];
    if (range)
      found[index] = newer(found[index] ?? null, await lastPacked(db, range, found[index]?.micros ?? -Infinity));
  }
  return found;
}

/** A packed fix replaces a row of the same key, which it is. */
function newer(row: LastFix | null, packed: LastFix | null): LastFix | null {
  if (!row || !packed) return row ?? packed;
  return row.micros > packed.micros || (row.micros === packed.micros && row.hash >= packed.hash) ? row : packed;
}

async function lastPacked(db: Queryable, range: DeviceRange, atLeast: number): Promise<LastFix | null> {
  const from = Math.max(range.from, atLeast);
  const packed = packedDays(db, 'positions', { ...range, from, newestFirst: true, where: 'c.valid > 0', together: 1 });
  for await (const { chunk, low, high } of packed) {
    const { fixTime, flags } = chunk;
    for (let row = high - 1; row >= low; row--) {
      if (((flags[row] ?? 0) & 1) === 0) continue;
      return {
        micros: fixTime[row] ?? 0,
        hash: chunk.reportHash[row] ?? 0,
        lat: chunk.lat[row] ?? 0,
        lon: chunk.lon[row] ?? 0,
        speedDkph: chunk.speedDkph[row] ?? 0,
        courseDeg: chunk.courseDeg[row] ?? 0,
        flags: flags[row] ?? 0,
      };
    }
  }
  return null;
}

/** The highest speed in the device's positions of exactly this time, 0.1 km/h; null if there is none. */
export async function readSpeedAt(db: Queryable, deviceId: number, micros: number): Promise<number | null> {
  const { rows } = await db.query<{ speed: number | null }>(
    `SELECT max(p.speed_dkph) AS speed FROM ${RANGES_SQL} JOIN positions p ON p.device_id = q.device_id
       AND p.fix_time >= q.since AND p.fix_time < q.until AND ${withinAll('p.fix_time')}`,
    rangeParameters([{ deviceId, from: micros, to: micros + 1 }]),
  );
  let most = rows[0]?.speed ?? null;
  for await (const { chunk, low, high } of packedDays(db, 'positions', { deviceId, from: micros, to: micros + 1 })) {
    for (let row = low; row < high; row++) most = Math.max(most ?? 0, chunk.speedDkph[row] ?? 0);
  }
  return most;
}
