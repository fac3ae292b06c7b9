import type { Database } from '../store/database.ts';
import { writeVisitSums } from '../store/runs/write-visit-sums.ts';

/**
 * Adds runs in the report fixture's week: one that did everything late, one that missed a stop and served an unplanned
 * one, and one without a vehicle.
 */
export async function addRuns(database: Database, { first, second }: { first: number; second: number }): Promise<void> {
  await database.query(
    `WITH t AS (INSERT INTO territories (organisation_id, name, colour) VALUES (1, 'Centre', '#2563d9') RETURNING id)
     INSERT INTO outlets (organisation_id, code, name, lat, lon, class, visits_per_week, area_territory_id)
     SELECT 1, code, name, -34.9, -56.2 + n * 0.01, class, wanted, CASE WHEN n < 3 THEN t.id END
     FROM t, (VALUES (1, 'S-1', 'Bakery', 'A', 3), (2, 'S-2', 'Kiosk', 'B', 1), (3, 'S-3', 'Market', NULL, NULL))
       o (n, code, name, class, wanted)`,
  );
  await database.query(
    `WITH route AS (INSERT INTO routes (organisation_id, name, colour) VALUES (1, 'Round', '#15803d') RETURNING id),
          driver AS (SELECT id FROM drivers WHERE name = 'Ana' ORDER BY id LIMIT 1),
          run AS (
       INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, driver_id, starts_at, ends_at, driving_m, driving_s)
       SELECT 1, route.id, r.day::date, vehicle, CASE WHEN vehicle IS NOT NULL THEN driver.id END, (r.day || 'T06:00Z')::timestamptz,
              (r.day || 'T10:00Z')::timestamptz, 20000, 3600
       FROM route, driver, (VALUES ('2026-03-27', $1::int), ('2026-03-28', $2::int), ('2026-03-30', NULL)) r (day, vehicle)
       RETURNING id, day, vehicle_id),
          stop AS (
       INSERT INTO route_run_stops (run_id, position, outlet_id, territory_id, planned_arrival, planned_departure, service_s,
         window_from, window_to)
       SELECT run.id, row_number() OVER (PARTITION BY run.id ORDER BY o.id) - 1, o.id, o.area_territory_id, run.day + time '07:00',
              run.day + time '07:10', 600, (run.day || 'T07:00Z')::timestamptz, (run.day || 'T08:00Z')::timestamptz
       FROM run JOIN outlets o ON o.code IN ('S-1', 'S-2') RETURNING id, run_id, outlet_id, window_from, window_to, territory_id),
          facts AS (
       INSERT INTO run_facts (run_id, begun_at, begun_by, ended_at, ended_by, driven_m, planned, visited, missed, unplanned,
         in_sequence, windows, on_time, stood_s, doubts, lasted_s, closed_at)
       SELECT run.id, begun::timestamptz, begun_by, ended::timestamptz, begun_by, driven, 2, visited, 2 - visited, unplanned,
              visited, visited, on_time, stood, 0, lasted, now()
       FROM run JOIN (VALUES
         ('2026-03-27'::date, '2026-03-27T06:05Z', '2026-03-27T10:05Z', 'depot', 24000, 2, 0, 1, 1200, 14400),
         ('2026-03-28', '2026-03-28T06:00Z', '2026-03-28T08:00Z', 'depot', NULL, 1, 1, 1, 900, 7200),
         ('2026-03-30', NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0))
         f (day, begun, ended, begun_by, driven, visited, unplanned, on_time, stood, lasted) ON f.day = run.day)
     INSERT INTO run_visits (run_id, stop_id, outlet_id, state, served, actual_order, arrived_at, departed_at, stood_s, window_from,
       window_to, territory_id, vehicle_id)
     SELECT run.id, stop.id, o.id, v.state, v.arrived IS NOT NULL, v.n, v.arrived::timestamptz,
            v.arrived::timestamptz + make_interval(secs => v.stood), v.stood,
            stop.window_from, stop.window_to, stop.territory_id, run.vehicle_id
     FROM run JOIN (VALUES
         ('2026-03-27'::date, 'S-1', 'done', 1, '2026-03-27T07:30Z', 600),
         ('2026-03-27', 'S-2', 'done', 2, '2026-03-27T08:20Z', 600),
         ('2026-03-28', 'S-1', 'done', 1, '2026-03-28T07:05Z', 600),
         ('2026-03-28', 'S-2', 'missed', NULL, NULL, 0),
         ('2026-03-28', 'S-3', 'unplanned', 2, '2026-03-28T07:40Z', 300),
         ('2026-03-30', 'S-1', 'missed', NULL, NULL, 0),
         ('2026-03-30', 'S-2', 'missed', NULL, NULL, 0)) v (day, code, state, n, arrived, stood) ON v.day = run.day
     JOIN outlets o ON o.code = v.code LEFT JOIN stop ON stop.run_id = run.id AND stop.outlet_id = o.id`,
    [first, second],
  );
  const runs = await database.query<{ id: number }>('SELECT id FROM route_runs');
  await writeVisitSums(
    database,
    runs.rows.map(({ id }) => id),
  );
  await database.query(
    `INSERT INTO run_stop_words (run_id, outlet_id, done_at, note, delivered, returned)
     SELECT r.id, o.id, '2026-03-27T07:40Z', CASE o.code WHEN 'S-1' THEN 'Broken' END, 20, CASE o.code WHEN 'S-1' THEN 5 ELSE 0 END
     FROM route_runs r, outlets o WHERE r.day = '2026-03-27' AND o.code IN ('S-1', 'S-2')`,
  );
}
