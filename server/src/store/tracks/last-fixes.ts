import type { Queryable } from '../database.ts';
import { listRangesWithChunks, newestPackedDays, type PackedDay, packedDays } from './packed-days.ts';
import { type DeviceRange, microsSql, RANGES_SQL, rangeParameters, withinAll } from './device-range.ts';

/** A valid fix as stored. */
export interface LastFix {
  /** Microseconds since the Unix epoch. */
  micros: number;
  /** 1e-7 degrees. */
  lat: number;
  lon: number;
  speedDkph: number;
  courseDeg: number;
  flags: number;
}

interface HashedFix extends LastFix {
  hash: number;
}

const LAST = `SELECT q.index, ${microsSql('f.fix_time')} AS micros, f.report_hash AS hash, f.lat, f.lon,
    f.speed_dkph AS "speedDkph", f.course_deg AS "courseDeg", f.flags
  FROM ${RANGES_SQL} CROSS JOIN LATERAL (
    SELECT p.* FROM positions p WHERE p.device_id = q.device_id AND p.flags & 1 = 1 AND ${withinAll('p.fix_time')}
      AND p.fix_time >= q.since AND p.fix_time < q.until
    ORDER BY p.fix_time DESC, p.report_hash DESC LIMIT 1) f`;

/** The newest valid fix of each range; null where it has none. */
export async function readLastFixes(db: Queryable, ranges: readonly DeviceRange[]): Promise<(LastFix | null)[]> {
  const found = ranges.map((): HashedFix | null => null);
  if (ranges.length === 0) return [];
  const { rows } = await db.query<HashedFix & { index: number }>(LAST, rangeParameters(ranges));
  for (const { index, ...fix } of rows) found[index - 1] = fix;
  const open = ranges.map((range, index) => ({
    ...range,
    from: Math.max(range.from, found[index]?.micros ?? -Infinity),
  }));
  for await (const { index, fix } of lastPacked(db, open)) {
    const row = found[index] ?? null;
    const isNewer = !row || fix.micros > row.micros || (fix.micros === row.micros && fix.hash() > row.hash);
    if (isNewer) found[index] = { ...fix, hash: row && fix.micros === row.micros ? fix.hash() : 0 };
  }
  return found.map((fix) => {
    if (!fix) return null;
    const { hash: _hash, ...last } = fix;
    return last;
  });
}

/** The ranges whose chunks are read together: some megabytes. */
const TOGETHER = 50;

interface PackedFix {
  index: number;
  /** Its hash is computed from all columns, so only where another fix has the same time. */
  fix: LastFix & { hash: () => number };
}

/** The newest packed fix of each range that has one. */
async function* lastPacked(db: Queryable, ranges: readonly DeviceRange[]): AsyncGenerator<PackedFix> {
  const indices = await listRangesWithChunks(db, ranges, 'c.valid > 0');
  for (let start = 0; start < indices.length; start += TOGETHER) {
    const some = indices.slice(start, start + TOGETHER).flatMap((index) => {
      const range = ranges[index];
      return range ? [{ index, range }] : [];
    });
    const newest = await newestPackedDays(
      db,
      some.map(({ range }) => range),
    );
    for (const [at, { index, range }] of some.entries()) {
      // The newest day may only have fixes before or after the range.
      const fix = lastOf(newest[at]) ?? (await lastOfAll(db, range));
      if (fix) yield { index, fix };
    }
  }
}

async function lastOfAll(db: Queryable, range: DeviceRange): Promise<PackedFix['fix'] | null> {
  for await (const day of packedDays(db, 'positions', {
    ...range,
    newestFirst: true,
    where: 'c.valid > 0',
    together: 1,
  })) {
    const fix = lastOf(day);
    if (fix) return fix;
  }
  return null;
}

function lastOf(day: PackedDay<'positions'> | null | undefined): PackedFix['fix'] | null {
  if (!day) return null;
  const { chunk, low, high } = day;
  for (let row = high - 1; row >= low; row--) {
    const flags = chunk.flags[row] ?? 0;
    if ((flags & 1) === 0) continue;
    return {
      micros: chunk.fixTime[row] ?? 0,
      hash: () => chunk.reportHash[row] ?? 0,
      lat: chunk.lat[row] ?? 0,
      lon: chunk.lon[row] ?? 0,
      speedDkph: chunk.speedDkph[row] ?? 0,
      courseDeg: chunk.courseDeg[row] ?? 0,
      flags,
    };
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
