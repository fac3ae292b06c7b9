import { DAY_MICROS } from '../chunks/device-day.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { type FixSource, withFixes } from '../tracks/fix-source.ts';
import { POSITION_DAYS } from '../tracks/partitions.ts';
import { COLUMNS } from './attributes.ts';
import { LATE_AFTER_H } from './late-days.ts';

/** The length of the parts in which a day is stored, seconds. */
export const QUARTER_S = 900;
/** The attributes stored for a device and day: with some protocols, anybody can create new ones in every fix. */
const MAX_KEYS = 256;
/** The number of devices in one statement, which must stay within the pool's time limit. */
const DEVICES = 10;
/**
 * A day is computed this many hours after its end: a transaction that began before its fixes counted as late has ended
 * by then.
 */
const ROLL_AFTER_H = LATE_AFTER_H + 2;
/** The number of device days recomputed in one execution. */
const MAX_LATE = 20_000;

const quarterSql = `floor(date_part('epoch', p.fix_time - $1::date::timestamp AT TIME ZONE 'UTC') / ${QUARTER_S})::int2`;
const fixesOf = ({ table }: FixSource) => `${table} p WHERE p.device_id = ANY($2) AND p.flags & 1 = 1
  AND p.fix_time >= $1::date::timestamp AT TIME ZONE 'UTC' AND p.fix_time < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'`;

const columns = Object.entries(COLUMNS).map(([key, { sql, kind }], index) => ({ key, sql, kind, name: `c${index}` }));
const rollSql = (source: FixSource) => `
  WITH wide AS (
    SELECT device_id, quarter, ${columns.map(({ name }) => `min(${name}) AS ${name}_low, max(${name}) AS ${name}_high, count(${name})::int AS ${name}_count`).join(', ')}
    FROM (SELECT p.device_id, ${quarterSql} AS quarter, ${columns.map(({ sql, name }) => `(${sql})::float8 AS ${name}`).join(', ')}
          FROM ${fixesOf(source)}) fixes
    GROUP BY device_id, quarter
  ), quarters AS (
    SELECT device_id, quarter, c.* FROM wide CROSS JOIN LATERAL (VALUES ${columns
      .map(({ key, kind, name }) => `('${key}', ${kind === 'flag'}, ${name}_low, ${name}_high, ${name}_count)`)
      .join(', ')}) c(key, flag, low, high, count)
    WHERE c.count > 0
    UNION ALL
    SELECT device_id, quarter, key, bool_and(flag), min(value), max(value), count(*)::int
    FROM (SELECT p.device_id, ${quarterSql} AS quarter, a.key, jsonb_typeof(a.value) = 'boolean' AS flag,
                 CASE jsonb_typeof(a.value) WHEN 'number' THEN (a.value #>> '{}')::float8
                   ELSE (a.value = 'true'::jsonb)::int END AS value
          FROM (SELECT p.device_id, p.fix_time, p.attributes FROM ${fixesOf(source)} AND p.attributes IS NOT NULL) p,
               jsonb_each(p.attributes) a
          WHERE jsonb_typeof(a.value) IN ('number', 'boolean') AND a.key <> ALL($3)) others
    GROUP BY device_id, quarter, key
  ), kept AS (
    SELECT device_id, key FROM (
      SELECT device_id, key, row_number() OVER (
        PARTITION BY device_id ORDER BY key = ANY($3) DESC, sum(count) DESC, key) AS rank
      FROM quarters GROUP BY device_id, key) ranked
    WHERE rank <= ${MAX_KEYS}
  )
  INSERT INTO telemetry_days (device_id, key, day, flag, quarters, lows, highs, counts, total)
  SELECT device_id, key, $1, bool_and(flag), array_agg(quarter ORDER BY quarter), array_agg(low ORDER BY quarter),
         array_agg(high ORDER BY quarter), array_agg(count ORDER BY quarter), sum(count)
  FROM quarters JOIN kept USING (device_id, key) GROUP BY device_id, key`;

/** Recomputes a day (`YYYY-MM-DD`) of these devices from their fixes, and replaces the earlier result. */
export async function rollDevices(db: Queryable, day: string, deviceIds: readonly number[]): Promise<void> {
  await db.query('DELETE FROM telemetry_days WHERE day = $1 AND device_id = ANY($2)', [day, deviceIds]);
  const from = Date.parse(day) * 1000;
  const ranges = deviceIds.map((deviceId) => ({ deviceId, from, to: from + DAY_MICROS }));
  await withFixes(db, ranges, 4, (source) =>
    db.query(rollSql(source), [day, deviceIds, Object.keys(COLUMNS), ...source.values]),
  );
}

/** Uses one snapshot for all reads: fixes that arrive after it leave a mark that stays. */
const inSnapshot = (database: Database, work: (db: Queryable) => Promise<void>): Promise<void> =>
  inTransaction(database, async (db) => {
    await db.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await work(db);
  });

/** Recomputes the days of devices with late fixes. Stops when aborted. */
export async function rollLate(database: Database, signal: AbortSignal): Promise<void> {
  // Of these days only late fixes are stored: the existing sums are more complete.
  await database.query(
    `DELETE FROM telemetry_late l WHERE day IN (SELECT day FROM dropped_days) OR EXISTS (
       SELECT FROM deleted_positions d WHERE d.device_id = l.device_id AND d.ranges @> (l.day::timestamp AT TIME ZONE 'UTC'))
       OR EXISTS (SELECT FROM damaged_chunks d WHERE d.device_id = l.device_id AND d.day = l.day)`,
  );
  const { rows } = await database.query<{ day: string; devices: number[] }>(
    `SELECT l.day::text, array_agg(DISTINCT l.device_id) AS devices
     FROM (SELECT device_id, day FROM telemetry_late ORDER BY id LIMIT ${MAX_LATE}) l
     GROUP BY l.day ORDER BY l.day DESC`,
  );
  for (const { day, devices } of rows) {
    for (const chunk of chunksOf(devices)) {
      if (signal.aborted) return;
      await inSnapshot(database, async (db) => {
        await db.query('DELETE FROM telemetry_late WHERE day = $1 AND device_id = ANY($2)', [day, chunk]);
        await rollDevices(db, day, chunk);
      });
    }
  }
}

/** Computes past days that have no result yet, newest first. Stops when aborted; completed days stay. */
export async function rollDays(database: Database, signal: AbortSignal, now = new Date()): Promise<void> {
  const { rows } = await database.query<{ day: string }>(
    `SELECT day::text FROM (${POSITION_DAYS}) partitions
     WHERE (day + 1)::timestamp AT TIME ZONE 'UTC' <= $1::timestamptz - interval '${ROLL_AFTER_H} hours'
       AND day NOT IN (SELECT day FROM telemetry_rolled)
     ORDER BY day DESC`,
    [now],
  );
  for (const { day } of rows) {
    const devices = await database.query<{ id: number }>('SELECT id FROM devices ORDER BY id');
    for (const chunk of chunksOf(devices.rows.map(({ id }) => id))) {
      if (signal.aborted) return;
      await inSnapshot(database, (db) => rollDevices(db, day, chunk));
    }
    await database.query('INSERT INTO telemetry_rolled (day) VALUES ($1) ON CONFLICT DO NOTHING', [day]);
  }
}

function chunksOf(ids: readonly number[]): number[][] {
  const chunks: number[][] = [];
  for (let from = 0; from < ids.length; from += DEVICES) chunks.push(ids.slice(from, from + DEVICES));
  return chunks;
}
