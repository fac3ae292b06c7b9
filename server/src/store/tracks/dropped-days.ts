import { ChunkError } from '../chunks/chunk-error.ts';
import type { Queryable } from '../database.ts';
import { FACT_KINDS, FACT_TABLES } from '../facts/fact-tables.ts';
import { KNOWN_END } from '../facts/overlapping.ts';
import { DamagedDay, type PackedKind } from './packed-days.ts';

/**
 * Records that the positions of a day (`YYYY-MM-DD`, UTC) were deleted, if facts were computed from them. Called before
 * a late report recreates the day's partition, since afterwards nothing would show that most of the day is missing.
 */
export async function noteDroppedDay(db: Queryable, day: string): Promise<void> {
  await db.query(
    `INSERT INTO dropped_days (day)
     SELECT $1 WHERE (EXISTS (SELECT FROM trips WHERE ${within('started_at')})
         OR EXISTS (SELECT FROM stops WHERE ${within('started_at')}))
       -- Positions in the default partition move into the new one.
       AND NOT EXISTS (SELECT FROM positions_default WHERE ${within('fix_time')})
       -- Nor is a day deleted whose positions were packed from there.
       AND NOT EXISTS (SELECT FROM devices d WHERE EXISTS (
         SELECT FROM position_chunks c WHERE c.device_id = d.id AND c.day = $1::date))
     ON CONFLICT DO NOTHING`,
    [day],
  );
}

const within = (time: string) => `${time} >= $1::date::timestamp AT TIME ZONE 'UTC'
  AND ${time} < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/** True when facts of the installation $1 lie in the range `gone`, as far as they are known. */
const HAS_FACTS = FACT_KINDS.map((kind) => {
  const { table } = FACT_TABLES[kind];
  const end = kind === 'alarm' ? 'f.last_at' : kind === 'day' ? 'f.ended_at' : KNOWN_END;
  return `EXISTS (SELECT FROM ${table} f WHERE f.installation_id = $1 AND f.started_at < upper(gone) AND ${end} >= lower(gone))`;
}).join(' OR ');

const SINCE = {
  name: 'positions-since',
  text: `WITH used AS (
       SELECT (started_at AT TIME ZONE 'UTC')::date AS day FROM trips WHERE installation_id = $1
       UNION SELECT (started_at AT TIME ZONE 'UTC')::date FROM stops WHERE installation_id = $1)
     SELECT (extract(epoch FROM greatest(
         (max(u.day) + 1)::timestamp AT TIME ZONE 'UTC',
         (SELECT max(upper(gone)) FROM installations i JOIN deleted_positions d ON d.device_id = i.device_id
          CROSS JOIN unnest(d.ranges * tstzmultirange(tstzrange(i.installed_at, i.removed_at))) AS gone
          -- Reports of a wrong clock have no facts.
          WHERE i.id = $1 AND (${HAS_FACTS})),
         -- Nothing can be computed across a day of which a chunk of either kind cannot be read, also if no fact began
         -- on it. Its facts must stay until it is restored.
         (SELECT (max(d.day) + 1)::timestamp AT TIME ZONE 'UTC' FROM installations i
          JOIN damaged_chunks d ON d.device_id = i.device_id AND (d.day + 1)::timestamp AT TIME ZONE 'UTC' > i.installed_at
            AND d.day::timestamp AT TIME ZONE 'UTC' < coalesce(i.removed_at, 'infinity')
          WHERE i.id = $1))) * 1000)::float8 AS since
     FROM used u
     WHERE u.day IN (SELECT day FROM dropped_days)
        OR (to_regclass('positions_' || to_char(u.day, 'YYYYMMDD')) IS NULL
            AND u.day NOT IN (SELECT day FROM packed_days)
            AND NOT EXISTS (SELECT FROM position_chunks c WHERE c.device_id = $2 AND c.day = u.day)
            -- Days long ago never had their own partition.
            AND NOT EXISTS (SELECT FROM positions_default p WHERE p.device_id = $2
              AND p.fix_time >= u.day::timestamp AT TIME ZONE 'UTC'
              AND p.fix_time < (u.day + 1)::timestamp AT TIME ZONE 'UTC'))`,
};

/**
 * The end of the last UTC day with deleted positions from which facts of this installation were computed, epoch
 * milliseconds: days that an operator dropped, the retention deleted, or whose chunk is damaged. Null if all its positions are stored.
 */
export async function readPositionsSince(
  db: Queryable,
  { id, deviceId }: { id: number; deviceId: number },
): Promise<number | null> {
  const { rows } = await db.query<{ since: number | null }>({ ...SINCE, values: [id, deviceId] });
  return rows[0]?.since ?? null;
}

/** The damaged day of a device that ends at a moment (epoch milliseconds), as an error. */
export async function readDamageBefore(db: Queryable, deviceId: number, moment: number): Promise<DamagedDay | null> {
  const { rows } = await db.query<DamagedRow>(
    `SELECT kind, device_id AS "deviceId", day::text AS day, reason FROM damaged_chunks
      WHERE device_id = $1 AND (day + 1)::timestamp AT TIME ZONE 'UTC' = $2 ORDER BY kind LIMIT 1`,
    [deviceId, new Date(moment)],
  );
  return rows[0] ? toDamage(rows[0]) : null;
}

interface DamagedRow {
  kind: PackedKind;
  deviceId: number;
  day: string;
  reason: ChunkError['reason'];
}

const toDamage = ({ kind, reason, ...one }: DamagedRow) => new DamagedDay(kind, one, new ChunkError(reason, reason));

/** The damaged days of vehicles, as far as they are known, from a day on if one is given. */
export async function listDamage(
  db: Queryable,
  { vehicleIds, fromDay }: { vehicleIds: readonly number[]; fromDay: string | null },
): Promise<{ registration: string; damage: DamagedDay }[]> {
  const { rows } = await db.query<DamagedRow & { registration: string }>(
    `SELECT DISTINCT v.registration, d.kind, d.device_id AS "deviceId", d.day::text AS day, d.reason
       FROM damaged_chunks d JOIN installations i ON i.device_id = d.device_id JOIN vehicles v ON v.id = i.vehicle_id
      WHERE v.id = ANY($1) AND d.day >= coalesce($2::date - 1, '-infinity')
        AND (d.day + 1)::timestamp AT TIME ZONE 'UTC' > i.installed_at
        AND d.day::timestamp AT TIME ZONE 'UTC' < coalesce(i.removed_at, 'infinity')
      ORDER BY 1, 4, 2`,
    [vehicleIds, fromDay],
  );
  return rows.map(({ registration, ...row }) => ({ registration, damage: toDamage(row) }));
}

/** The parts of a range, in ISO 8601, whose positions of a vehicle the retention deleted. */
export async function readDeletedSpans(
  db: Queryable,
  vehicleId: number,
  from: Date,
  to: Date,
): Promise<{ from: string; to: string }[]> {
  const { rows } = await db.query<{ from: Date; to: Date }>(
    `SELECT lower(part) AS from, upper(part) AS to FROM (
       SELECT unnest(range_agg(each)) AS part FROM (
         SELECT unnest(d.ranges * tstzmultirange(tstzrange(
           greatest(i.installed_at, $2::timestamptz), least(i.removed_at, $3::timestamptz)))) AS each
         FROM installations i JOIN deleted_positions d ON d.device_id = i.device_id
         WHERE i.vehicle_id = $1 AND i.installed_at < $3 AND coalesce(i.removed_at, 'infinity') > $2) ranges) parts
     ORDER BY 1`,
    [vehicleId, from, to],
  );
  return rows.map((part) => ({ from: part.from.toISOString(), to: part.to.toISOString() }));
}
