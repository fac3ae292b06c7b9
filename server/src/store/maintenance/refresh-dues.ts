import type { Queryable } from '../database.ts';
import { PLAN_COVERS_VEHICLE_SQL } from './plan-rows.ts';
import { reachedOn, usedPerDay, usedSince } from './used-since.ts';

/** Further ahead there is no forecast. */
const MAX_AHEAD_DAYS = 3650;

/** SQL of the day on which the daily use will reach a limit, or has reached it; null if it does not. */
const forecast = (every: string, used: string, perDay: string, column: 'distance_m' | 'engine_s') =>
  `CASE WHEN ${used} >= p.${every} THEN ${reachedOn('p.vehicle_id', 'p.since', column, `p.${every}`)}
    WHEN ${perDay} > 0 AND (p.${every} - ${used}) / ${perDay} < ${MAX_AHEAD_DAYS}
      THEN p.today + floor((p.${every} - ${used}) / ${perDay})::int END`;

/**
 * Computes the next due date of a plan at each of its vehicles, or at one of them, and deletes it if the plan no longer
 * applies. Runs in the caller's transaction, serialised for each plan: older data never replaces newer.
 */
export async function refreshDues(db: Queryable, planId: number, vehicleId: number | null = null): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('service_dues'), $1)`, [planId]);
  await db.query(
    `DELETE FROM service_dues d WHERE d.plan_id = $1 AND ($2::int IS NULL OR d.vehicle_id = $2)
       AND NOT EXISTS (SELECT FROM service_plans p JOIN vehicles v ON ${PLAN_COVERS_VEHICLE_SQL}
         WHERE p.id = $1 AND p.deleted_at IS NULL AND v.id = d.vehicle_id)`,
    [planId, vehicleId],
  );
  await db.query(
    `WITH pairs AS (
       SELECT p.id AS plan_id, p.organisation_id, p.every_m, p.every_engine_s, p.every_months, p.lead_m, p.lead_engine_s,
              p.lead_days, v.id AS vehicle_id, last.day AS last_day, coalesce(last.day, p.counted_from) AS since,
              (now() AT TIME ZONE o.time_zone)::date AS today,
              search_words(v.registration, regexp_replace(v.registration, '[\\s-]', '', 'g'), p.task) AS words
       FROM service_plans p JOIN organisations o ON o.id = p.organisation_id JOIN vehicles v ON ${PLAN_COVERS_VEHICLE_SQL}
       LEFT JOIN LATERAL (SELECT r.day FROM service_records r
         WHERE r.plan_id = p.id AND r.vehicle_id = v.id AND r.deleted_at IS NULL ORDER BY r.day DESC LIMIT 1) last ON true
       WHERE p.id = $1 AND p.deleted_at IS NULL AND ($2::int IS NULL OR v.id = $2)
     ), used AS (
       SELECT p.*, used.*, per_day.* FROM pairs p
       CROSS JOIN ${usedSince('p.vehicle_id', 'p.since', 'p.today')} used
       CROSS JOIN ${usedPerDay('p.vehicle_id', 'p.today')} per_day
     ), limits AS (
       SELECT p.*, ${forecast('every_m', 'p.used_m', 'p.per_day_m', 'distance_m')} AS by_distance,
              ${forecast('every_engine_s', 'p.used_engine_s', 'p.per_day_engine_s', 'engine_s')} AS by_hours,
              (p.since + make_interval(months => p.every_months))::date AS by_months
       FROM used p
     ), due AS (
       SELECT *, least(by_distance, by_hours, by_months) AS due_on FROM limits
     )
     INSERT INTO service_dues AS held (organisation_id, plan_id, vehicle_id, counted_from, last_day, used_m, used_engine_s,
       per_day_m, per_day_engine_s, due_on, due_by, soon_on, counted_at, words)
     SELECT organisation_id, plan_id, vehicle_id, since, last_day, used_m, used_engine_s, per_day_m, per_day_engine_s, due_on,
            CASE due_on WHEN by_distance THEN 'distance' WHEN by_hours THEN 'hours' WHEN by_months THEN 'months' END,
            least(due_on - lead_days, CASE WHEN every_m - used_m <= lead_m THEN today END,
              CASE WHEN every_engine_s - used_engine_s <= lead_engine_s THEN today END), now(), words
     FROM due
     ON CONFLICT (plan_id, vehicle_id) DO UPDATE SET (counted_from, last_day, used_m, used_engine_s, per_day_m,
       per_day_engine_s, due_on, due_by, soon_on, counted_at, words) = ROW(excluded.counted_from, excluded.last_day,
       excluded.used_m, excluded.used_engine_s, excluded.per_day_m, excluded.per_day_engine_s, excluded.due_on,
       excluded.due_by, excluded.soon_on, excluded.counted_at, excluded.words)`,
    [planId, vehicleId],
  );
}

/** All active plans, optionally of one organisation. */
export async function listPlanIds(db: Queryable, organisationId: number | null = null): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM service_plans WHERE deleted_at IS NULL AND ($1::int IS NULL OR organisation_id = $1) ORDER BY id',
    [organisationId],
  );
  return rows.map(({ id }) => id);
}
