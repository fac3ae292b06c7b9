import { DAY_MICROS, type DeviceDay, startOfDay } from '../chunks/device-day.ts';
import type { Queryable } from '../database.ts';
import { timeSql } from './device-range.ts';
import { dayTextOf, type PackedKind } from './packed-days.ts';
import { ROW_TABLE } from './row-tables.ts';

/**
 * The time by which days are over, epoch milliseconds: that of this machine, at most a day and a half after the time of
 * retention, which follows it once a day by two days at most. With a clock that jumps a year ahead, the days of today and
 * of the next week would be packed, and get no partition again.
 */
export async function readPackingTime(db: Queryable, now: number): Promise<number> {
  const { rows } = await db.query<{ most: number | null }>(
    `SELECT max(extract(epoch FROM at + interval '36 hours') * 1000)::float8 AS most FROM retention_clock`,
  );
  return Math.min(now, rows[0]?.most ?? now);
}

/**
 * The days (YYYY-MM-DD) with a partition of positions that end by `until` (microseconds), oldest first. Telemetry is
 * computed from rows, which is faster, so a day is packed after that.
 */
export async function listDaysToPack(db: Queryable, until: number): Promise<string[]> {
  const { rows } = await db.query<{ day: string }>(
    `SELECT d.day::text AS day FROM (
       SELECT DISTINCT to_date(right(c.relname, 8), 'YYYYMMDD') AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent IN ('positions'::regclass, 'status_reports'::regclass) AND c.relname ~ '_\\d{8}$') d
     WHERE (d.day + 1)::timestamp AT TIME ZONE 'UTC' <= ${timeSql('$1::int8')}
       AND EXISTS (SELECT FROM telemetry_rolled t WHERE t.day = d.day)
     ORDER BY 1`,
    [until],
  );
  return rows.map(({ day }) => day);
}

/** The devices with rows of a day that has a partition, by one index look-up for each. */
export async function listDevicesOfDay(db: Queryable, kind: PackedKind, day: string): Promise<number[]> {
  const partition = `${ROW_TABLE[kind].table}_${day.replaceAll('-', '')}`;
  const { rows: there } = await db.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
    partition,
  ]);
  return there[0]?.found ? listDevices(db, partition) : [];
}

async function listDevices(db: Queryable, table: string): Promise<number[]> {
  const { rows } = await db.query<{ device_id: number }>(
    `WITH RECURSIVE d AS (
       (SELECT device_id FROM ${table} ORDER BY device_id LIMIT 1)
       UNION ALL
       SELECT (SELECT t.device_id FROM ${table} t WHERE t.device_id > d.device_id ORDER BY t.device_id LIMIT 1)
       FROM d WHERE d.device_id IS NOT NULL)
     SELECT device_id FROM d WHERE device_id IS NOT NULL`,
  );
  return rows.map(({ device_id }) => device_id);
}

/**
 * The days of devices with rows in the default partition that end by `until`: late rows of packed days, days long ago,
 * and the times of wrong clocks.
 */
export async function* listDefaultDays(db: Queryable, kind: PackedKind, until: number): AsyncGenerator<DeviceDay> {
  const { table, time } = ROW_TABLE[kind];
  for (const deviceId of await listDevices(db, `${table}_default`)) {
    let from = -8e15;
    for (;;) {
      const { rows } = await db.query<{ micros: number | null }>(
        `SELECT floor(extract(epoch FROM min(${time})) * 1000000)::int8 AS micros FROM ${table}_default
         WHERE device_id = $1 AND ${time} >= ${timeSql('$2::int8')} AND ${time} < ${timeSql('$3::int8')}`,
        [deviceId, from, until],
      );
      const micros = rows[0]?.micros ?? null;
      if (micros === null) break;
      const day = dayTextOf(micros);
      yield { deviceId, day };
      from = startOfDay(day) + DAY_MICROS;
    }
  }
}

export interface DamagedChunk extends DeviceDay {
  kind: PackedKind;
  reason: string;
  foundAt: Date;
}

/** The damaged chunks that were found since the last call. */
export async function takeNewDamage(db: Queryable): Promise<DamagedChunk[]> {
  const { rows } = await db.query<DamagedChunk>(
    `UPDATE damaged_chunks SET logged = true WHERE NOT logged
     RETURNING kind, device_id AS "deviceId", day::text AS day, reason, found_at AS "foundAt"`,
  );
  return rows;
}
