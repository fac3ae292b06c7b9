import { writeVisitSums } from '@milepost/server/store/runs/write-visit-sums';
import { Client } from 'pg';
import { seedRunVehicles } from '../runs/seed-run-vehicles.ts';
import type { Fleet } from './seed.ts';

const OUTLETS = 5000;
const TERRITORIES = 20;
/** The number of vehicles with a run each day, and the stops of a run. */
const RUNS_A_DAY = 200;
const STOPS = 20;
/** The percentages of missed stops, and of stops with returned goods. */
const [MISSED, RETURNED] = [4, 10];

/** The runs of a day and their events, for each day of the range and as many before. */
export async function seedRunsOfReports(url: string, { vehicles, days, end }: Fleet): Promise<void> {
  const db = new Client({ connectionString: url });
  await db.connect();
  const runs = Math.min(RUNS_A_DAY, vehicles);
  // Facts are written here directly, so no recompute marks are needed.
  await db.query(`SET session_replication_role = replica`);
  await db.query(
    `INSERT INTO territories (id, organisation_id, name, colour) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'Territory ' || n, '#2563d9' FROM generate_series(1, ${TERRITORIES}) n`,
  );
  await db.query(
    `INSERT INTO outlets (id, organisation_id, code, name, lat, lon, class, visits_per_week, area_territory_id)
     OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'C' || n, 'Outlet ' || n, -34.9 + n * 1e-5, -56.2, (ARRAY['A', 'B', 'C'])[1 + n % 3], 1 + n % 3,
            1 + n % ${TERRITORIES} FROM generate_series(1, ${OUTLETS}) n`,
  );
  await db.query(
    `INSERT INTO routes (id, organisation_id, name, colour) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'Route ' || n, '#15803d' FROM generate_series(1, ${runs}) n`,
  );
  const last = `($1::timestamptz AT TIME ZONE 'UTC')::date`;
  await db.query(
    `INSERT INTO route_runs (id, organisation_id, route_id, day, vehicle_id, driver_id, starts_at, ends_at, driving_m, driving_s)
     OVERRIDING SYSTEM VALUE
     SELECT (d - 1) * ${runs} + n, 1, n, ${last} - d, n, (SELECT min(id) FROM drivers) + n - 1,
            (${last} - d) + time '06:00', (${last} - d) + time '14:00', 60000, 9000
     FROM generate_series(1, ${2 * days}) d, generate_series(1, ${runs}) n`,
    [end],
  );
  await seedRunVehicles(db);
  await db.query(
    `INSERT INTO route_run_stops (id, run_id, position, outlet_id, territory_id, planned_arrival, planned_departure, service_s,
       window_from, window_to)
     OVERRIDING SYSTEM VALUE
     SELECT (r.id - 1) * ${STOPS} + n, r.id, n - 1, o.id, o.area_territory_id, r.starts_at + n * interval '20 min',
            r.starts_at + n * interval '20 min' + interval '10 min', 600, r.starts_at, r.starts_at + interval '6 hours'
     FROM route_runs r, generate_series(1, ${STOPS}) n, LATERAL (SELECT 1 + (r.route_id * 37 + n * 53 + r.id) % ${OUTLETS} AS id) u
     JOIN outlets o ON o.id = u.id`,
  );
  await db.query(
    `INSERT INTO run_visits (run_id, stop_id, outlet_id, state, served, actual_order, arrived_at, departed_at, stood_s,
       window_from, window_to, territory_id, vehicle_id)
     SELECT s.run_id, s.id, s.outlet_id, CASE WHEN m.missed THEN 'missed' ELSE 'done' END, NOT m.missed,
            CASE WHEN NOT m.missed THEN s.position + 1 END,
            CASE WHEN NOT m.missed THEN s.planned_arrival + m.late * interval '1 min' END,
            CASE WHEN NOT m.missed THEN s.planned_departure + m.late * interval '1 min' END, CASE WHEN m.missed THEN 0 ELSE 600 END,
            s.window_from, s.window_to, s.territory_id, r.vehicle_id
     FROM route_run_stops s JOIN route_runs r ON r.id = s.run_id, LATERAL (SELECT s.id * 31 % 100 < ${MISSED} AS missed, s.id * 17 % 41 - 10 AS late) m`,
  );
  await db.query(
    `INSERT INTO run_facts (run_id, begun_at, begun_by, ended_at, ended_by, driven_m, planned, visited, missed, unplanned,
       in_sequence, windows, on_time, stood_s, doubts, lasted_s, closed_at)
     SELECT r.id, r.starts_at, 'depot', r.starts_at + interval '7 hours', 'depot', 65000, ${STOPS}, v.served, ${STOPS} - v.served,
            0, v.served, v.served, v.served - 1, v.served * 600, 0, 25200, r.ends_at
     FROM route_runs r JOIN (SELECT run_id, count(*) FILTER (WHERE served)::int AS served FROM run_visits GROUP BY 1) v
       ON v.run_id = r.id`,
  );
  await db.query(
    `INSERT INTO run_stop_words (run_id, outlet_id, done_at, delivered, returned)
     SELECT run_id, outlet_id, departed_at, 20, CASE WHEN id * 13 % 100 < ${RETURNED} THEN 2 ELSE 0 END
     FROM run_visits WHERE served`,
  );
  const { rows } = await db.query<{ id: number }>('SELECT id FROM route_runs');
  await writeVisitSums(
    db,
    rows.map(({ id }) => id),
  );
  await db.query(
    'ANALYZE route_runs, run_vehicles, run_visit_sums, route_run_stops, run_visits, run_facts, run_stop_words, outlets',
  );
  await db.end();
}
