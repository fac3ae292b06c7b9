import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '@milepost/server/database/pool';
import { makeRunFacts } from '@milepost/server/store/runs/make-run-facts';
import type { Logger } from 'pino';

/** The stops of a run, and the minutes between two stops. */
const [STOPS, MINUTES] = [40, 15];

/** A run for each vehicle, half of which is over by now, created like those that are made in advance at night. */
export async function planRuns(url: string, logger: Logger): Promise<void> {
  const pool = createPool(url, logger);
  try {
    await pool.query(
      `INSERT INTO routes (organisation_id, name, colour)
       SELECT organisation_id, 'Route ' || id, '#2563d9' FROM vehicles`,
    );
    const half = (STOPS * MINUTES) / 2;
    await pool.query(
      `INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, starts_at, ends_at, driving_m)
       SELECT v.organisation_id, r.id, current_date, v.id, now() - make_interval(mins => $1), now() + make_interval(mins => $1), 40000
       FROM vehicles v JOIN routes r ON r.name = 'Route ' || v.id`,
      [half],
    );
    await pool.query(
      `INSERT INTO route_run_stops (run_id, position, outlet_id, planned_arrival, planned_departure, service_s)
       SELECT r.id, s, o.ids[1 + (r.vehicle_id * 7919 + s * 101) % cardinality(o.ids)],
         r.starts_at + make_interval(mins => s * $2), r.starts_at + make_interval(mins => s * $2 + 4), 240
       FROM route_runs r, generate_series(0, $1::int - 1) AS s, (SELECT array_agg(id) AS ids FROM outlets) AS o`,
      [STOPS, MINUTES],
    );
    for (let taken = 1; taken > 0;) ({ taken } = await makeRunFacts(pool, Date.now()));
    // New outlets would cause the facts of all vehicles to be recomputed.
    await pool.query('DELETE FROM place_changes');
    // PostgreSQL should have no statistics of these tables rather than those of empty ones.
    await pool.query('ANALYZE routes, route_runs, run_vehicles, route_run_stops, run_facts, run_visits');
  } finally {
    await pool.end();
  }
}

/**
 * Writes stops as tracking does while the vehicles of these runs visit their stops, at the pace of a day: each vehicle
 * one per quarter of an hour, written five times. Returns a function that ends this and returns the number written.
 */
export function driveRuns(url: string, logger: Logger): { stop: () => Promise<number> } {
  const pool = createPool(url, logger);
  const over = new AbortController();
  let dwells = 0;
  const drive = async () => {
    const { rows } = await pool.query<{ runs: number }>('SELECT count(*)::int AS runs FROM route_runs');
    // Tracking writes them together with positions, without a separate wait for the disk.
    const db = await pool.connect();
    await db.query('SET synchronous_commit = off');
    const everyMs = (MINUTES * 60_000) / Math.max(1, rows[0]?.runs ?? 0) / TIMES;
    const began = performance.now();
    try {
      for (let written = 0; !over.signal.aborted; written += 1) {
        await delay(Math.max(0, began + written * everyMs - performance.now()), undefined, { signal: over.signal });
        const time = written % TIMES;
        await db.query(WRITE_DWELL, [Math.floor(written / TIMES), time]);
        if (time === 0) dwells += 1;
      }
    } finally {
      db.release();
    }
  };
  const driven = drive().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  return {
    stop: async () => {
      over.abort();
      try {
        await driven;
      } finally {
        await pool.end();
      }
      return dwells;
    },
  };
}

/** The number of times that a stop is written: it begins, continues, and ends. */
const TIMES = 5;

/** Writes the stop of one vehicle after the other, at the outlet that is planned for now. */
const WRITE_DWELL = `
  INSERT INTO place_stays AS held (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, place_id,
    seen_at, start_m, end_m, halts)
  SELECT i.id, 'run-' || $1, now(), r.vehicle_id, now() - interval '4 minutes', now(), 240, s.outlet_id, now(), 0, 0,
    json_build_array(json_build_object('from', extract(epoch FROM now()) * 1000 - 240000, 'to', extract(epoch FROM now()) * 1000,
      'lat', -35, 'lon', -56))
  FROM (SELECT id, vehicle_id FROM route_runs ORDER BY id OFFSET $1::int % (SELECT count(*) FROM route_runs) LIMIT 1) r
  JOIN installations i ON i.vehicle_id = r.vehicle_id
  JOIN LATERAL (SELECT outlet_id FROM route_run_stops WHERE run_id = r.id AND planned_arrival < now()
                 ORDER BY planned_arrival DESC LIMIT 1) s ON true
  ON CONFLICT (installation_id, key) DO UPDATE SET seen_at = excluded.seen_at, ended_at = excluded.ended_at, end_m = $2::int`;
