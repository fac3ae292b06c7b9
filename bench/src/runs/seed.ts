import type { Client } from 'pg';
import { seedRunVehicles } from './seed-run-vehicles.ts';

/** The days with runs: the requested one, and those for comparison. */
const DAYS = [7, 1, 0];

/**
 * Writes the runs of three days in ten territories: today's have served half of their stops, previous ones nearly all.
 * Returns today's date. Recompute marks are added for all of them together.
 */
export async function seedRuns(client: Client, { runs, stops }: { runs: number; stops: number }): Promise<string> {
  await client.query(`INSERT INTO organisations (id, name, time_zone) OVERRIDING SYSTEM VALUE VALUES (1, 'Bench', 'UTC')
                      ON CONFLICT (id) DO UPDATE SET time_zone = 'UTC'`);
  await client.query(`INSERT INTO territories (id, organisation_id, name, colour) OVERRIDING SYSTEM VALUE
                      SELECT n, 1, 'Territory ' || n, '#2563d9' FROM generate_series(1, 10) n`);
  await client.query(
    `INSERT INTO vehicles (id, organisation_id, registration, type) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'SBA ' || n, 'van' FROM generate_series(1, $1::int) n`,
    [runs],
  );
  await client.query(
    `INSERT INTO devices (id, organisation_id, identity) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'bench-' || n FROM generate_series(1, $1::int) n`,
    [runs],
  );
  await client.query(
    `INSERT INTO installations (id, device_id, vehicle_id, installed_at) OVERRIDING SYSTEM VALUE
     SELECT n, n, n, now() - interval '500 days' FROM generate_series(1, $1::int) n`,
    [runs],
  );
  await client.query(
    `INSERT INTO outlets (id, organisation_id, code, name, lat, lon) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'C' || n, 'Outlet ' || n, -35 + (n % 300) * 0.001, -56 + (n / 300) * 0.001
     FROM generate_series(1, $1::int * $2::int) n`,
    [runs, stops],
  );
  await client.query(
    `INSERT INTO routes (id, organisation_id, name, colour) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'Route ' || n, '#2563d9' FROM generate_series(1, $1::int) n`,
    [runs],
  );
  // Today's began long enough ago that half of the stops are done by now: a stop every ten minutes. Their marks are
  // added together, below.
  await client.query('SET session_replication_role = replica');
  for (const ago of DAYS) {
    const values = [runs, stops, ago];
    await client.query(
      `INSERT INTO route_runs (id, organisation_id, route_id, day, vehicle_id, starts_at, ends_at, driving_m)
         OVERRIDING SYSTEM VALUE
       SELECT $3::int * $1::int + n, 1, n, (now() AT TIME ZONE 'UTC')::date - $3::int, n,
         now() - make_interval(days => $3::int, mins => $2::int * 5), now() - make_interval(days => $3::int) + make_interval(mins => $2::int * 5),
         40000 FROM generate_series(1, $1::int) n`,
      values,
    );
    await client.query(
      `INSERT INTO route_run_stops (run_id, position, outlet_id, territory_id, planned_arrival, planned_departure, service_s)
       SELECT r.id, s, (r.route_id - 1) * $2::int + s + 1, 1 + r.route_id % 10, r.starts_at + make_interval(mins => s * 10),
         r.starts_at + make_interval(mins => s * 10 + 4), 240
       FROM route_runs r, generate_series(0, $2::int - 1) s WHERE r.id > $3::int * $1::int AND r.id <= ($3::int + 1) * $1::int`,
      values,
    );
    // One in twenty is missing; arrivals are up to twenty minutes later than planned.
    await client.query(
      `INSERT INTO place_stays (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, place_id,
         seen_at, start_m, end_m, halts)
       SELECT r.vehicle_id, r.id || '-' || s.position, at, r.vehicle_id, at, at + interval '4 minutes', 240, s.outlet_id,
         at + interval '4 minutes', ($3::int * -100000) + s.position * 1000, ($3::int * -100000) + s.position * 1000,
         json_build_array(json_build_object('from', extract(epoch FROM at) * 1000, 'to', extract(epoch FROM at) * 1000 + 240000,
           'lat', -35, 'lon', -56))
       FROM route_runs r JOIN route_run_stops s ON s.run_id = r.id
       CROSS JOIN LATERAL (SELECT s.planned_arrival + make_interval(mins => (r.route_id + s.position / 10) % 20) AS at) a
       WHERE r.id > $3::int * $1::int AND r.id <= ($3::int + 1) * $1::int AND (r.route_id + s.position) % 20 <> 7 AND s.position < $2::int
         AND at + interval '4 minutes' < now()`,
      values,
    );
  }
  await seedRunVehicles(client);
  await client.query('SET session_replication_role = origin');
  await client.query('INSERT INTO run_marks (run_id) SELECT id FROM route_runs ORDER BY id');
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ day: string }>(`SELECT (now() AT TIME ZONE 'UTC')::date::text AS day`);
  return rows[0]?.day ?? '';
}
