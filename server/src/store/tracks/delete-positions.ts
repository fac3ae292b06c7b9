import type { Queryable } from '../database.ts';

/** A UTC day and the devices whose data of it is meant. */
export interface DeviceDay {
  /** `YYYY-MM-DD`. */
  day: string;
  deviceIds: readonly number[];
}

const TABLES = [
  { table: 'positions', time: 'fix_time' },
  { table: 'status_reports', time: 'reported_at' },
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
       UNION SELECT (fix_time AT TIME ZONE 'UTC')::date FROM positions_default WHERE fix_time < $1
       UNION SELECT (reported_at AT TIME ZONE 'UTC')::date FROM status_reports_default WHERE reported_at < $1) days
     WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date ORDER BY 1`,
    [before],
  );
  return rows.map(({ day }) => day);
}

/** Those of the devices that have positions or status reports of a UTC day. */
export async function devicesOfDay(db: Queryable, { day, deviceIds }: DeviceDay): Promise<number[]> {
  const each = TABLES.map(
    ({ table, time }) => `EXISTS (SELECT FROM ${table} f WHERE f.device_id = d.id AND ${onDay(time)})`,
  );
  const { rows } = await db.query<{ id: number }>(
    `SELECT d.id FROM unnest($1::int[]) d(id) WHERE ${each.join(' OR ')} ORDER BY 1`,
    [deviceIds, day],
  );
  return rows.map(({ id }) => id);
}

/** The number of positions of each device on a UTC day; without those that have none. */
export async function countPositions(
  db: Queryable,
  { day, deviceIds }: DeviceDay,
): Promise<{ deviceId: number; count: number }[]> {
  const { rows } = await db.query<{ deviceId: number; count: number }>(
    `SELECT f.device_id AS "deviceId", count(*) AS count FROM positions f
     WHERE f.device_id = ANY($1) AND ${onDay('fix_time')} GROUP BY 1`,
    [deviceIds, day],
  );
  return rows;
}

/**
 * Deletes the positions and status reports of these devices on a UTC day, however they are stored.
 * @returns the number of positions of each device that had any
 */
export async function deletePositions(
  db: Queryable,
  { day, deviceIds }: DeviceDay,
): Promise<{ deviceId: number; count: number }[]> {
  const [positions, statusReports] = TABLES.map(
    ({ table, time }) => `DELETE FROM ${table} f WHERE f.device_id = ANY($1) AND ${onDay(time)}`,
  );
  const { rows } = await db.query<{ deviceId: number; count: number }>(
    `WITH gone AS (${positions} RETURNING f.device_id)
     SELECT device_id AS "deviceId", count(*) AS count FROM gone GROUP BY 1`,
    [deviceIds, day],
  );
  await db.query(statusReports ?? '', [deviceIds, day]);
  return rows;
}
