import type { Queryable } from '../database.ts';
import { type DeviceRange, microsSql } from '../tracks/device-range.ts';
import { havePositions } from '../tracks/has-positions.ts';

/** The number of marks processed together. */
const MAX_MARKS = 2000;

/** The day of a run is over at its end, or two hours after the planned end if that is later. */
export const OVER_AT = `greatest(((r.day + 1)::timestamp AT TIME ZONE o.time_zone), r.ends_at + interval '2 hours')`;
/** How long before the run dwells of the vehicle can belong to it. */
export const LEAD = `interval '2 hours'`;

/** Those of these runs during which any data of a vehicle was received. */
export async function listRunsWithReports(db: Queryable, runIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.query<DeviceRange & { runId: number }>(
    `SELECT w.run_id AS "runId", h.device_id AS "deviceId",
            ${microsSql(`greatest(h.installed_at, r.starts_at - ${LEAD}, w.from_time)`)} AS "from",
            ${microsSql(`least(h.removed_at, ${OVER_AT}, w.until_time)`)} AS "to"
     FROM route_runs r JOIN organisations o ON o.id = r.organisation_id
       JOIN run_vehicles w ON w.run_id = r.id JOIN installations h ON h.vehicle_id = w.vehicle_id
     WHERE r.id = ANY($1) AND h.installed_at < ${OVER_AT}
       AND coalesce(h.removed_at, 'infinity') > r.starts_at - ${LEAD}`,
    [runIds],
  );
  const found = await havePositions(db, rows);
  return new Set(rows.filter((_, index) => found[index]).map(({ runId }) => runId));
}

/** How long before its start a run gets facts, which show the plan. */
const AHEAD = `interval '36 hours'`;

/**
 * Deletes the pending marks, in the caller's transaction, and returns the runs to recompute. Runs more than a day ahead
 * are left out, as nothing has happened on them.
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
    [MAX_MARKS],
  );
  return { taken: rows[0]?.taken ?? 0, runIds: rows[0]?.run_ids ?? [] };
}

/**
 * Marks runs that are due for recomputation: the day before, so that their stops are shown; when the day is over,
 * because the remaining stops were missed; and if late data of a vehicle arrived that was silent all day.
 */
export async function markRunsOfTime(db: Queryable): Promise<void> {
  const unknown = await db.query<{ id: number }>(
    `SELECT r.id FROM run_facts f JOIN route_runs r ON r.id = f.run_id
     WHERE f.unknown > 0 AND r.day >= current_date - 40`,
  );
  const withReports = await listRunsWithReports(
    db,
    unknown.rows.map(({ id }) => id),
  );
  await db.query(
    `INSERT INTO run_marks (run_id)
     SELECT r.id FROM route_runs r WHERE r.state = 'planned' AND r.starts_at BETWEEN now() - interval '40 days'
        AND now() + ${AHEAD} - interval '1 hour' AND NOT EXISTS (SELECT FROM run_facts f WHERE f.run_id = r.id)
      UNION ALL
     SELECT r.id FROM route_runs r WHERE r.id = ANY($1)
      UNION ALL
     SELECT r.id FROM route_runs r JOIN organisations o ON o.id = r.organisation_id
       JOIN run_facts f ON f.run_id = r.id
      WHERE f.closed_at IS NULL AND r.state = 'planned' AND r.day BETWEEN current_date - 40 AND current_date + 1
        AND ${OVER_AT} <= now()`,
    [[...withReports]],
  );
}
