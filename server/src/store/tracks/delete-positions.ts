import { ChunkError } from '../chunks/chunk-error.ts';
import type { DeviceDay } from '../chunks/device-day.ts';
import type { Queryable } from '../database.ts';
import { type DeviceRange, timeSql } from './device-range.ts';
import { chunkOf } from './make-chunk.ts';
import { filterColumns } from './merge-columns.ts';
import { deleteRowsSql, lockPackedDays, rangeOfDay, readChunkData, writeChunk } from './pack-days.ts';
import { CHUNK_TABLE, dayTextOf, decodeChunk, type PackedKind, timesOf } from './packed-days.ts';

/** A UTC day and the devices whose data of it is meant. */
export interface DevicesOfDay {
  /** `YYYY-MM-DD`. */
  day: string;
  deviceIds: readonly number[];
}

const TABLES = [
  { table: 'positions', time: 'fix_time', chunks: 'position_chunks' },
  { table: 'status_reports', time: 'reported_at', chunks: 'status_report_chunks' },
] as const;
const BEGINS = `($2::date::timestamp AT TIME ZONE 'UTC')`;
const ENDS = `(($2::date + 1)::timestamp AT TIME ZONE 'UTC')`;

const onDay = (time: string) => `f.${time} >= ${BEGINS} AND f.${time} < ${ENDS}`;

/** The UTC days (`YYYY-MM-DD`) before a moment of which positions or status reports may be stored, oldest first. */
export async function storedDays(db: Queryable, before: string): Promise<string[]> {
  const { rows } = await db.query<{ day: string }>(
    `SELECT day::text FROM (
       SELECT to_date(right(c.relname, 8), 'YYYYMMDD') AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent IN ('positions'::regclass, 'status_reports'::regclass) AND c.relname ~ '_[0-9]{8}$'
       UNION SELECT day FROM position_chunks UNION SELECT day FROM status_report_chunks
       UNION SELECT (fix_time AT TIME ZONE 'UTC')::date FROM positions_default WHERE fix_time < $1
       UNION SELECT (reported_at AT TIME ZONE 'UTC')::date FROM status_reports_default WHERE reported_at < $1) days
     WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date ORDER BY 1`,
    [before],
  );
  return rows.map(({ day }) => day);
}

/** Those of the devices that have positions or status reports of a UTC day. */
export async function devicesOfDay(db: Queryable, { day, deviceIds }: DevicesOfDay): Promise<number[]> {
  const each = TABLES.map(
    ({ table, time, chunks }) => `EXISTS (SELECT FROM ${table} f WHERE f.device_id = d.id AND ${onDay(time)})
      OR EXISTS (SELECT FROM ${chunks} c WHERE c.device_id = d.id AND c.day = $2)`,
  );
  const { rows } = await db.query<{ id: number }>(
    `SELECT d.id FROM unnest($1::int[]) d(id) WHERE ${each.join(' OR ')} ORDER BY 1`,
    [deviceIds, day],
  );
  return rows.map(({ id }) => id);
}

/** The number of positions and status reports of each device on a UTC day; without those that have none. */
export async function countReportsByDevice(
  db: Queryable,
  { day, deviceIds }: DevicesOfDay,
): Promise<{ deviceId: number; count: number }[]> {
  const each = TABLES.map(
    ({ table, time, chunks }) => `SELECT f.device_id, count(*) AS count FROM ${table} f
        WHERE f.device_id = ANY($1) AND ${onDay(time)} GROUP BY 1
       UNION ALL SELECT device_id, count FROM ${chunks} WHERE device_id = ANY($1) AND day = $2`,
  );
  const { rows } = await db.query<{ deviceId: number; count: number }>(
    `SELECT device_id AS "deviceId", sum(count)::int AS count FROM (${each.join(' UNION ALL ')}) stored GROUP BY 1`,
    [deviceIds, day],
  );
  return rows;
}

/**
 * Deletes the positions and status reports of these devices on a UTC day, however they are stored.
 * @returns the number of reports of each device that had any
 */
export async function deleteReportsOfDay(
  db: Queryable,
  { day, deviceIds }: DevicesOfDay,
): Promise<{ deviceId: number; count: number }[]> {
  const deleted: { deviceId: number; count: number }[] = [];
  await lockPackedDays(db, deviceIds);
  for (const deviceId of deviceIds) {
    const range = rangeOfDay({ deviceId, day });
    const count = (await deleteLocked(db, 'positions', range)) + (await deleteLocked(db, 'statusReports', range));
    if (count > 0) deleted.push({ deviceId, count });
  }
  return deleted;
}

/**
 * Deletes the positions or status reports of a device within a range, rows and packed ones alike, in the caller's
 * transaction. A day of which a part goes is packed anew.
 * @returns their number
 */
export async function deleteReports(db: Queryable, kind: PackedKind, range: DeviceRange): Promise<number> {
  await lockPackedDays(db, [range.deviceId]);
  return deleteLocked(db, kind, range);
}

async function deleteLocked(db: Queryable, kind: PackedKind, range: DeviceRange): Promise<number> {
  const { deviceId, from, to } = range;
  if (kind === 'positions') {
    await db.query(
      `DELETE FROM sealed_positions WHERE device_id = $1 AND fix_time >= ${timeSql('$2::int8')} AND fix_time < ${timeSql('$3::int8')}`,
      [deviceId, from, to],
    );
  }
  const { rowCount } = await db.query(deleteRowsSql(kind), [deviceId, from, to]);
  const whole = await db.query<{ count: number; day: string }>(
    `DELETE FROM ${CHUNK_TABLE[kind]} WHERE device_id = $1 AND day BETWEEN $2 AND $3
       AND first >= ${timeSql('$4::int8')} AND last < ${timeSql('$5::int8')} RETURNING count, day::text AS day`,
    [deviceId, dayTextOf(from), dayTextOf(to - 1), from, to],
  );
  let deleted = (rowCount ?? 0) + whole.rows.reduce((sum, { count }) => sum + count, 0);
  const parts = await db.query<{ day: string }>(
    `SELECT day::text AS day FROM ${CHUNK_TABLE[kind]} WHERE device_id = $1 AND day BETWEEN $2 AND $3
       AND last >= ${timeSql('$4::int8')} AND first < ${timeSql('$5::int8')} FOR UPDATE`,
    [deviceId, dayTextOf(from), dayTextOf(to - 1), from, to],
  );
  for (const { day } of parts.rows) deleted += await deletePart(db, kind, { ...range, day });
  await db.query(
    `DELETE FROM damaged_chunks d WHERE kind = $1 AND device_id = $2
       AND NOT EXISTS (SELECT FROM ${CHUNK_TABLE[kind]} c WHERE c.device_id = d.device_id AND c.day = d.day)`,
    [kind, deviceId],
  );
  return deleted;
}

/** Null if the chunk is damaged. */
function decodedOrNull(kind: PackedKind, data: Uint8Array, one: DeviceDay) {
  try {
    return decodeChunk(kind, data, one);
  } catch (error) {
    if (error instanceof ChunkError) return null;
    throw error;
  }
}

/** Packs a day anew without the rows of a range. */
async function deletePart(
  db: Queryable,
  kind: PackedKind,
  { deviceId, day, from, to }: { deviceId: number; day: string; from: number; to: number },
): Promise<number> {
  const data = await readChunkData(db, kind, { deviceId, day });
  const chunk = data && decodedOrNull(kind, data, { deviceId, day });
  if (!chunk) {
    // Nobody could read it any more, so all of it goes.
    const { rows } = await db.query<{ count: number }>(
      `DELETE FROM ${CHUNK_TABLE[kind]} WHERE device_id = $1 AND day = $2 RETURNING count`,
      [deviceId, day],
    );
    return rows[0]?.count ?? 0;
  }
  const times = timesOf(chunk);
  const rest = filterColumns(chunk, (row) => (times[row] ?? 0) < from || (times[row] ?? 0) >= to);
  if (rest.reportHash.length < times.length) {
    const one = { deviceId, day };
    await writeChunk(db, kind, one, chunkOf(kind, one, rest));
  }
  return times.length - rest.reportHash.length;
}
