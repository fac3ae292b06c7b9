import { type Database, inTransaction, type Queryable } from '../database.ts';
import { MOVED, nightSeconds, nightsSql, COMPLETE_TRIP_WITHIN } from './driven-sql.ts';

/** Changed facts that began longer ago mark their day, hours; see migration 093. */
const LATE_AFTER_H = 24;
/** A day is computed this many hours after its end: facts that did not mark their day are committed by then. */
const MADE_AFTER_H = LATE_AFTER_H + 2;
/** The longest range of a report, days. */
const MAX_DAYS = 400;
/** The number of organisation days computed in one execution. */
const MAX_MADE = 2000;
/** The number of marks processed in one execution. */
const MAX_LATE = 20_000;
/** The number of vehicles in one statement, which must stay within the pool's time limit. */
const VEHICLES = 2000;

const BEGAN = `f.vehicle_id = ANY($3) AND f.started_at >= day_begins($1::date, $2)
  AND f.started_at < day_begins($1::date + 1, $2)`;
const KNOWN = `f.engine_source <> 'movement'`;

/** A vehicle with a trip that may not have ended in time gets no row: its day is then read from the facts. */
const ADD_UP = `
  WITH nights AS MATERIALIZED (${nightsSql({ firstDay: '$1::date', lastDay: '$1::date', zone: '$2' })}),
  driven AS (
    SELECT f.vehicle_id, sum(f.distance_m) AS distance_m, sum(f.distance_m) FILTER (WHERE ${KNOWN}) AS known_m,
           sum(${MOVED}) AS moved_s, sum(${MOVED}) FILTER (WHERE ${KNOWN}) AS engine_s,
           sum(${MOVED} / f.duration_s * ${nightSeconds('f.started_at', 'f.ended_at')}) AS night_s,
           bool_and(coalesce(f.ended_at, 'infinity')
             <= day_begins($1::date + 1, $2) + ${COMPLETE_TRIP_WITHIN}) AS ended
    FROM trips f WHERE ${BEGAN} AND f.duration_s > 0 GROUP BY f.vehicle_id),
  sped AS (SELECT f.vehicle_id, sum(f.duration_s::float8) AS s FROM overspeeds f WHERE ${BEGAN} GROUP BY f.vehicle_id),
  idled AS (SELECT f.vehicle_id, sum(f.duration_s::float8) AS s FROM idles f WHERE ${BEGAN} GROUP BY f.vehicle_id)
  INSERT INTO driven_days (day, vehicle_id, zone, distance_m, known_m, moved_s, engine_s, night_s, speeding_s, idle_s)
  SELECT $1::date, v.id, $2, coalesce(driven.distance_m, 0), coalesce(driven.known_m, 0), coalesce(driven.moved_s, 0),
         coalesce(driven.engine_s, 0), coalesce(driven.night_s, 0), coalesce(sped.s, 0), coalesce(idled.s, 0)
  FROM vehicles v LEFT JOIN driven ON driven.vehicle_id = v.id LEFT JOIN sped ON sped.vehicle_id = v.id
  LEFT JOIN idled ON idled.vehicle_id = v.id
  WHERE v.id = ANY($3) AND coalesce(driven.ended, true)`;

interface Day {
  /** `YYYY-MM-DD`. */
  day: string;
  zone: string;
}

/** Recomputes a day of these vehicles from their facts, and replaces the earlier result. */
async function addUp(db: Queryable, { day, zone }: Day, vehicleIds: readonly number[]): Promise<void> {
  for (let from = 0; from < vehicleIds.length; from += VEHICLES) {
    const some = vehicleIds.slice(from, from + VEHICLES);
    await db.query('DELETE FROM driven_days WHERE day = $1 AND vehicle_id = ANY($2)', [day, some]);
    await db.query(ADD_UP, [day, zone, some]);
  }
}

/** Uses one snapshot for all reads: facts that change after it leave a mark that stays. */
const inSnapshot = (database: Database, work: (db: Queryable) => Promise<void>): Promise<void> =>
  inTransaction(database, async (db) => {
    await db.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await work(db);
  });

/** Recomputes days whose facts changed after they were computed. Stops when aborted, and then keeps the marks. */
export async function sumLateDays(database: Database, signal: AbortSignal): Promise<void> {
  const { rows: vehicles } = await database.query<{ id: number }>(
    `SELECT DISTINCT vehicle_id AS id FROM (SELECT vehicle_id FROM driven_late ORDER BY vehicle_id LIMIT ${MAX_LATE}) l`,
  );
  const ids = vehicles.map(({ id }) => id);
  for (let from = 0; from < ids.length && !signal.aborted; from += 100) {
    const some = ids.slice(from, from + 100);
    await inSnapshot(database, async (db) => {
      const { rows } = await db.query<Day & { vehicles: number[] }>(
        `WITH gone AS (DELETE FROM driven_late WHERE vehicle_id = ANY($1) RETURNING vehicle_id, earliest, latest)
         SELECT m.day::text, o.time_zone AS zone, array_agg(DISTINCT v.id) AS vehicles
         FROM gone JOIN vehicles v ON v.id = gone.vehicle_id JOIN organisations o ON o.id = v.organisation_id
         JOIN driven_made m ON m.organisation_id = o.id AND m.zone = o.time_zone
           -- Both passes of an hour that is repeated at midnight belong to the later day, hence + 1.
           AND m.day BETWEEN (gone.earliest AT TIME ZONE o.time_zone)::date AND (gone.latest AT TIME ZONE o.time_zone)::date + 1
         GROUP BY m.day, o.time_zone`,
        [some],
      );
      for (const { vehicles: late, ...day } of rows) await addUp(db, day, late);
    });
  }
}

/** Computes past days that have no result yet, newest first. Stops when aborted; completed days stay. */
export async function addUpDays(database: Database, signal: AbortSignal, now = new Date()): Promise<void> {
  const { rows } = await database.query<Day & { organisationId: number }>(
    `SELECT o.id AS "organisationId", day::date::text AS day, o.time_zone AS zone
     FROM organisations o
     CROSS JOIN LATERAL (
       SELECT ($1::timestamptz - interval '${MADE_AFTER_H} hours') AT TIME ZONE o.time_zone AS until,
              (SELECT min(i.installed_at) FROM installations i JOIN vehicles v ON v.id = i.vehicle_id
               WHERE v.organisation_id = o.id) AT TIME ZONE o.time_zone AS since) known
     CROSS JOIN LATERAL generate_series(date_trunc('day', greatest(known.since, known.until - interval '${MAX_DAYS} days')),
       known.until - interval '1 day', interval '1 day') day
     WHERE NOT EXISTS (SELECT FROM driven_made m
       WHERE m.organisation_id = o.id AND m.day = day::date AND m.zone = o.time_zone)
     ORDER BY day DESC LIMIT ${MAX_MADE}`,
    [now],
  );
  for (const { organisationId, ...day } of rows) {
    if (signal.aborted) return;
    await inSnapshot(database, async (db) => {
      const vehicles = await db.query<{ id: number }>(
        `SELECT id FROM vehicles v WHERE organisation_id = $1 AND EXISTS (SELECT FROM installations i
           WHERE i.vehicle_id = v.id AND i.installed_at < ($2::date + 1)::timestamp AT TIME ZONE $3) ORDER BY id`,
        [organisationId, day.day, day.zone],
      );
      await addUp(
        db,
        day,
        vehicles.rows.map(({ id }) => id),
      );
      await db.query(
        `INSERT INTO driven_made (organisation_id, day, zone) VALUES ($1, $2, $3)
         ON CONFLICT (organisation_id, day) DO UPDATE SET zone = excluded.zone`,
        [organisationId, day.day, day.zone],
      );
    });
  }
}
