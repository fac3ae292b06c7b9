import { DAY_MICROS, startOfDay } from '../chunks/device-day.ts';
import type { Queryable } from '../database.ts';
import { CHUNK_TABLE, dayTextOf, type OnDamage, packedDays, type PackedKind } from './packed-days.ts';
import { mergeReports, type StoredReport, storedPositions, storedStatusReports } from './stored-reports.ts';

/** Packed reports in order, up to a time in microseconds (exclusive). */
export interface PackedReports {
  reports: readonly StoredReport[];
  until: number;
}

/** The first days of a device (`$1`) from `$2` to `$3` with chunks, and the number of their reports. */
const DAYS = {
  name: 'packed-days',
  text: `SELECT day::text AS day, sum(positions)::int8 AS positions, sum(reports)::int8 AS "statusReports" FROM (
      (SELECT day, count AS positions, 0 AS reports FROM ${CHUNK_TABLE.positions}
        WHERE device_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day LIMIT $4)
      UNION ALL
      (SELECT day, 0, count FROM ${CHUNK_TABLE.statusReports}
        WHERE device_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day LIMIT $4)
    ) packed GROUP BY day ORDER BY day LIMIT $4`,
};
/** The most days that are read together. */
const MAX_DAYS = 31;

/** The packed reports of the first days of a range: of one, or of as many as have no more than `most` reports together. */
export async function readPackedReports(
  db: Queryable,
  range: { deviceId: number; from: number; to: number; onDamage: OnDamage },
  most: number,
): Promise<PackedReports> {
  const { deviceId, from, to } = range;
  const values = [deviceId, dayTextOf(from), dayTextOf(to - 1), MAX_DAYS];
  const listed = await db.query<Record<PackedKind, number> & { day: string }>({ ...DAYS, values });
  let days = 0;
  const counts = { positions: 0, statusReports: 0 };
  for (const one of listed.rows) {
    const sum = counts.positions + counts.statusReports + one.positions + one.statusReports;
    if (days > 0 && sum > most) break;
    counts.positions += one.positions;
    counts.statusReports += one.statusReports;
    days += 1;
  }
  const last = days === listed.rows.length && days < MAX_DAYS ? undefined : listed.rows[days - 1];
  const until = last ? Math.min(to, startOfDay(last.day) + DAY_MICROS) : to;
  const found = { ...range, to: until, together: days + 1 };
  const positions: StoredReport[] = [];
  if (counts.positions > 0) {
    for await (const { chunk, low, high } of packedDays(db, 'positions', found)) {
      for (const one of storedPositions(chunk, low, high)) positions.push(one);
    }
  }
  const statusReports: StoredReport[] = [];
  if (counts.statusReports > 0) {
    for await (const { chunk, low, high } of packedDays(db, 'statusReports', found)) {
      for (const one of storedStatusReports(chunk, low, high)) statusReports.push(one);
    }
  }
  return { reports: mergeReports(positions, statusReports), until };
}
