import type { Queryable } from '../database.ts';

/**
 * SQL comparing the arrival of a visit `x` with its window: seconds after its end, seconds before its start, and
 * whether it is inside.
 */
const LATE = 'x.served AND x.arrived_at > x.window_to';
const EARLY = 'x.served AND x.arrived_at < x.window_from';
const LATE_S = `date_part('epoch', x.arrived_at - x.window_to)`;
const EARLY_S = `date_part('epoch', x.window_from - x.arrived_at)`;
const ON_TIME = 'x.arrived_at BETWEEN x.window_from AND x.window_to';

/** SQL: true when a visit `x` counts for punctuality: it has a window, and was either served or missed. */
export const TIMED = `x.window_from IS NOT NULL AND (x.served OR x.state IN ('missed', 'unknown'))`;

/** The same by visit, null if it does not apply. */
export const PUNCTUALITY = {
  late: `CASE WHEN ${LATE} THEN ${LATE_S} END`,
  early: `CASE WHEN ${EARLY} THEN ${EARLY_S} END`,
  onTime: `CASE WHEN x.served THEN (${ON_TIME})::int::float8 END`,
};

const timed = (more: string) => `count(*) FILTER (WHERE ${TIMED} AND ${more})`;
const most = (seconds: string, which: string) => `max(${seconds}) FILTER (WHERE ${TIMED} AND ${which})`;

/** Sums the visits of these runs by vehicle, using the values of the rows, so that totals match them. */
export async function writeVisitSums(db: Queryable, runIds: readonly number[]): Promise<void> {
  await db.query(
    `WITH sums AS (
       SELECT x.run_id, x.vehicle_id, count(*) AS visits, count(*) FILTER (WHERE x.served) AS served,
              sum(x.stood_s::float8) FILTER (WHERE x.served) AS stood_s, ${timed('true')} AS timed,
              ${timed('x.served')} AS timed_served, ${timed(`x.served AND ${ON_TIME}`)} AS on_time, ${timed(LATE)} AS late,
              ${most(LATE_S, LATE)} AS late_s, ${timed(EARLY)} AS early, ${most(EARLY_S, EARLY)} AS early_s
       FROM run_visits x WHERE x.run_id = ANY($1) AND x.state <> 'planned' GROUP BY x.run_id, x.vehicle_id
     ), gone AS (
       DELETE FROM run_visit_sums h WHERE h.run_id = ANY($1) AND NOT EXISTS (
         SELECT FROM sums s WHERE s.run_id = h.run_id AND s.vehicle_id IS NOT DISTINCT FROM h.vehicle_id)
     )
     INSERT INTO run_visit_sums (run_id, vehicle_id, visits, served, stood_s, timed, timed_served, on_time, late, late_s,
       early, early_s) SELECT * FROM sums
     ON CONFLICT (run_id, vehicle_id) DO UPDATE SET (visits, served, stood_s, timed, timed_served, on_time, late, late_s, early, early_s)
       = (excluded.visits, excluded.served, excluded.stood_s, excluded.timed, excluded.timed_served, excluded.on_time,
          excluded.late, excluded.late_s, excluded.early, excluded.early_s)`,
    [runIds],
  );
}
