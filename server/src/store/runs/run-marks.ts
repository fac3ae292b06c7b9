import type { Queryable } from '../database.ts';

/** So many marks are taken together. */
const MOST_MARKS = 2000;

/** The day of a run is over at its end, and two hours after the planned end where that is later. */
export const OVER_AT = `greatest(((r.day + 1)::timestamp AT TIME ZONE o.time_zone), r.ends_at + interval '2 hours')`;
/** From when stays of the vehicle may belong to a run. */
export const LEAD = `interval '2 hours'`;

/**
 * SQL: whether anything was heard of a vehicle of a run `r` of the organisation `o` in its time. Days and places in the index
 * are chosen by that time: without the inner LIMIT all that the device ever told would be gone through.
 */
export const HAS_REPORTS = `EXISTS (SELECT FROM run_vehicles w JOIN installations h ON h.vehicle_id = w.vehicle_id
    CROSS JOIN LATERAL (SELECT FROM positions p WHERE p.device_id = h.device_id
      AND p.fix_time >= greatest(h.installed_at, r.starts_at - ${LEAD}, w.from_time)
      AND p.fix_time < least(coalesce(h.removed_at, 'infinity'), ${OVER_AT}, w.until_time) LIMIT 1) p
  WHERE w.run_id = r.id AND h.installed_at < ${OVER_AT}
    AND coalesce(h.removed_at, 'infinity') > r.starts_at - ${LEAD})`;

/** So long before its start a run has facts, which say what is planned. */
const AHEAD = `interval '36 hours'`;

/**
 * Takes the marks that wait, in the caller's transaction, and returns the runs that are to be made again. Runs that lie
 * further ahead than a day are left out: nothing happened on them.
 */
export async function takeRunMarks(db: Queryable): Promise<{ taken: number; runIds: number[] }> {
  const { rows } = await db.query<{ taken: number; run_ids: number[] }>(
    `WITH taken AS (
       DELETE FROM run_marks WHERE id IN (SELECT id FROM run_marks ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING run_id, vehicle_id, from_time, to_time
     ), spans AS (
       SELECT vehicle_id, min(from_time) AS from_time, max(to_time) AS to_time FROM taken
        WHERE vehicle_id IS NOT NULL GROUP BY vehicle_id
     )
     SELECT (SELECT count(*)::int FROM taken) AS taken, coalesce(array_agg(r.id ORDER BY r.id), '{}') AS run_ids
       FROM route_runs r
      WHERE r.starts_at < now() + ${AHEAD} AND r.id IN (
        SELECT run_id FROM taken
         UNION
        SELECT w.run_id FROM spans s JOIN run_vehicles w ON w.vehicle_id = s.vehicle_id
           AND w.starts_at BETWEEN s.from_time - interval '30 hours' AND s.to_time + interval '3 hours')`,
    [MOST_MARKS],
  );
  return { taken: rows[0]?.taken ?? 0, runIds: rows[0]?.run_ids ?? [] };
}

/**
 * Marks the runs whose time has come: the day before, so that their stops are told; when the day is over, because what is
 * left was missed; and where a vehicle that was silent all day was heard after all.
 */
export async function markRunsOfTime(db: Queryable): Promise<void> {
  await db.query(
    `INSERT INTO run_marks (run_id)
     SELECT r.id FROM route_runs r WHERE r.state = 'planned' AND r.starts_at BETWEEN now() - interval '40 days'
        AND now() + ${AHEAD} - interval '1 hour' AND NOT EXISTS (SELECT FROM run_facts f WHERE f.run_id = r.id)
      UNION ALL
     SELECT r.id FROM run_facts f JOIN route_runs r ON r.id = f.run_id JOIN organisations o ON o.id = r.organisation_id
      WHERE f.unknown > 0 AND r.day >= current_date - 40 AND ${HAS_REPORTS}
      UNION ALL
     SELECT r.id FROM route_runs r JOIN organisations o ON o.id = r.organisation_id
       JOIN run_facts f ON f.run_id = r.id
      WHERE f.closed_at IS NULL AND r.state = 'planned' AND r.day BETWEEN current_date - 40 AND current_date + 1
        AND ${OVER_AT} <= now()`,
  );
}
