import { POSITION_FLAG } from '@milepost/tracking/position';
import { type DeviceDay, startOfDay, DAY_MICROS } from '../chunks/device-day.ts';
import type { PositionColumns } from '../chunks/chunk-columns.ts';
import type { Queryable } from '../database.ts';
import { timeSql } from './device-range.ts';
import { insertSealed, openRange, type SealedRow, sealRange } from './seal-range.ts';

const { private: PRIVATE, valid: VALID } = POSITION_FLAG;

/** The sealed positions of a device and day; none of a database from before there were any. Older ones have no road limits. */
export async function readSealedDay(db: Queryable, { deviceId, day }: DeviceDay): Promise<SealedRow[]> {
  const { rows: found } = await db.query<{ exists: boolean }>(
    `SELECT to_regclass('sealed_positions') IS NOT NULL AS exists`,
  );
  if (found[0]?.exists !== true) return [];
  const from = startOfDay(day);
  const { rows } = await db.query<SealedRow>(
    `SELECT (extract(epoch FROM fix_time) * 1000000)::int8 AS micros, report_hash AS hash, lat, lon,
       altitude_m AS "altitudeM", course_deg AS "courseDeg", flags,
       (to_jsonb(s) ->> 'road_limit_kph')::int AS "roadLimitKph"
     FROM sealed_positions s WHERE device_id = $1 AND fix_time >= ${timeSql('$2::int8')} AND fix_time < ${timeSql('$3::int8')}`,
    [deviceId, from, from + DAY_MICROS],
  );
  return rows;
}

const keyOf = ({ micros, hash }: { micros: number; hash: number }) => `${micros} ${hash}`;

/**
 * Seals restored positions that are sealed here: the other database can be from before they became private. Changes the
 * columns, and stores the seal of those that are private in the other database only.
 */
export async function sealRestored(
  db: Queryable,
  { deviceId }: DeviceDay,
  columns: PositionColumns,
  { here, there }: { here: readonly SealedRow[]; there: readonly SealedRow[] },
): Promise<void> {
  const ours = new Set(here.map(keyOf));
  const theirs = new Map(there.map((row) => [keyOf(row), row]));
  const missing: SealedRow[] = [];
  let [lat, lon] = [0, 0];
  for (const [row, micros] of columns.fixTime.entries()) {
    const key = keyOf({ micros, hash: columns.reportHash[row] ?? 0 });
    const flags = columns.flags[row] ?? 0;
    if ((flags & PRIVATE) !== 0) {
      const seal = theirs.get(key);
      if (seal && !ours.has(key)) missing.push(seal);
    } else if (ours.has(key)) {
      columns.lat[row] = lat;
      columns.lon[row] = lon;
      columns.altitudeM[row] = Number.NaN;
      columns.courseDeg[row] = 0;
      columns.flags[row] = (flags & ~VALID) | PRIVATE;
    } else [lat, lon] = [columns.lat[row] ?? 0, columns.lon[row] ?? 0];
  }
  await insertSealed(db, deviceId, missing);
}

/** Applies what people marked on this day, in the order of marking: the other database can be from before. */
export async function applyMarksOfDay(db: Queryable, { deviceId, day }: DeviceDay): Promise<void> {
  const { rows } = await db.query<{ from: Date; to: Date; isPrivate: boolean }>(
    `SELECT greatest(m.from_time, i.installed_at, $2::timestamptz) AS from,
       least(m.to_time, i.removed_at, $2::timestamptz + interval '1 day') AS to, m.private AS "isPrivate"
     FROM installations i JOIN private_marks m ON m.vehicle_id = i.vehicle_id
     WHERE i.device_id = $1 AND tstzrange(i.installed_at, i.removed_at) && tstzrange(m.from_time, m.to_time)
       AND tstzrange(m.from_time, m.to_time) && tstzrange($2::timestamptz, $2::timestamptz + interval '1 day')
     ORDER BY m.id`,
    [deviceId, `${day}T00:00:00Z`],
  );
  for (const { from, to, isPrivate } of rows) {
    if (to <= from) continue;
    const range = { deviceId, from: from.getTime() * 1000, to: to.getTime() * 1000 };
    if (isPrivate) await sealRange(db, range, null);
    else await openRange(db, range);
  }
}
