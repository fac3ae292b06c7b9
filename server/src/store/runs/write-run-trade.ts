import type { Queryable } from '../database.ts';

/** SQL: true when the driver sold something at a stop, by the entry `w`. */
export const SOLD = '(w.delivered > 0 OR w.collected > 0)';

/**
 * Writes the quantities that drivers reported as delivered, returned and sold on these runs, in the transaction that
 * computes their facts. Runs without any entry have no known sales, and are left out of all shares. Returns the runs
 * that changed.
 */
export async function writeRunTrade(db: Queryable, runIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ run_id: number }>(
    `UPDATE run_facts f SET (delivered, returned, sold, sold_of) = (s.delivered, s.returned, s.sold, s.sold_of) FROM (
       SELECT v.run_id, coalesce(sum(w.delivered), 0)::float8 AS delivered, coalesce(sum(w.returned), 0)::float8 AS returned,
              count(*) FILTER (WHERE v.served AND v.stop_id IS NOT NULL AND ${SOLD})::int AS sold,
              CASE WHEN count(w.run_id) > 0 THEN count(*) FILTER (WHERE v.served AND v.stop_id IS NOT NULL) ELSE 0 END::int AS sold_of
         FROM run_visits v LEFT JOIN run_stop_words w ON w.run_id = v.run_id AND w.outlet_id = v.outlet_id
        WHERE v.run_id = ANY($1) GROUP BY v.run_id) s
      WHERE f.run_id = s.run_id AND (f.delivered, f.returned, f.sold, f.sold_of)
        IS DISTINCT FROM (s.delivered, s.returned, s.sold, s.sold_of) RETURNING f.run_id`,
    [runIds],
  );
  return rows.map(({ run_id }) => run_id);
}
