import { Client } from 'pg';
import { seedOfficeOfReports } from './seed-office.ts';
import { seedRunsOfReports } from './seed-runs.ts';
import { seedSensorsOfReports } from './seed-sensors.ts';

const TRIPS_A_DAY = 8;
const FENCES = 200;
/** The days of facts before the range, which must not cost anything. */
const PAST_DAYS = 30;
/** The number of days per statement. */
const PIECE_DAYS = 10;

const DAY_MS = 86_400_000;

export interface Fleet {
  vehicles: number;
  days: number;
  /** The end of the facts: midnight (UTC) after the last day. */
  end: Date;
}

/** The days of the fleet for the reports, written if the database is empty. */
export async function seededReports(url: string, fleet: Omit<Fleet, 'end'>): Promise<{ from: string; to: string }> {
  const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const db = new Client({ connectionString: url });
  await db.connect();
  const { rows } = await db.query<{ end: Date | null }>(
    `SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' AS end FROM day_totals`,
  );
  await db.end();
  const end = rows[0]?.end ?? midnight;
  if (rows[0]?.end == null) {
    await seedReports(url, { ...fleet, end });
    await seedSensorsOfReports(url, { ...fleet, end });
    await seedOfficeOfReports(url, { ...fleet, end });
    await seedRunsOfReports(url, { ...fleet, end });
  }
  const dayBefore = (count: number) => new Date(end.getTime() - count * DAY_MS).toISOString().slice(0, 10);
  return { from: dayBefore(fleet.days), to: dayBefore(1) };
}

/**
 * A fleet in 20 groups with a device and a driver in each vehicle, and the facts of each day of the range and before.
 */
async function seedReports(url: string, { vehicles, days, end }: Fleet): Promise<void> {
  // A separate connection: those of the pool cancel such a long statement.
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(
    `INSERT INTO organisations (id, name) OVERRIDING SYSTEM VALUE VALUES (1, 'Bench') ON CONFLICT DO NOTHING`,
  );
  await db.query(`INSERT INTO vehicle_groups (id, organisation_id, name) OVERRIDING SYSTEM VALUE
    SELECT n, 1, 'Group ' || n FROM generate_series(1, 20) n`);
  const fleet = `OVERRIDING SYSTEM VALUE SELECT`;
  const all = `FROM generate_series(1, $1::int) n`;
  await db.query(
    `INSERT INTO vehicles (id, organisation_id, registration, type, group_id, idle_l_per_h)
     ${fleet} n, 1, 'SBA ' || n, 'van', n % 20 + 1, 1.5 ${all}`,
    [vehicles],
  );
  await db.query(`INSERT INTO devices (id, organisation_id, identity) ${fleet} n, 1, 'bench-' || n ${all}`, [vehicles]);
  await db.query(
    `INSERT INTO installations (id, device_id, vehicle_id, installed_at) ${fleet} n, n, n, $2::timestamptz - interval '500 days' ${all}`,
    [vehicles, end],
  );
  await db.query(
    `INSERT INTO device_doubts (device_id, day, kind, times, at, address)
     SELECT n, current_date, 'secret', 3, now(), '192.0.2.7' ${all} WHERE n % 20 = 0`,
    [vehicles],
  );
  await db.query(`INSERT INTO drivers (id, organisation_id, name) ${fleet} n, 1, 'Driver ' || n ${all}`, [vehicles]);
  await db.query(
    `INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, source)
     SELECT n, n, $2::timestamptz - interval '400 days', 'usual' ${all}`,
    [vehicles, end],
  );
  await db.query(`INSERT INTO geofences (id, organisation_id, name, shape, south, north, west, east, area_m2)
    OVERRIDING SYSTEM VALUE SELECT n, 1, 'Geofence ' || n, '{}', -34.91, -34.89, -56.21, -56.19, 785398
    FROM generate_series(1, ${FENCES}) n`);
  await db.query(`INSERT INTO alarm_rules (id, organisation_id, name, condition, severity, all_vehicles)
    OVERRIDING SYSTEM VALUE VALUES (1, 1, 'Too fast', '{"kind":"overspeed"}', 'major', true),
      (2, 1, 'Fuel is lost', '{"kind":"fuelDrop"}', 'major', true),
      (3, 1, 'Harsh', '{"kind":"device","codes":["hardAcceleration","hardBraking","hardCornering"]}', 'minor', true)`);
  await db.query(
    `INSERT INTO sensors (id, organisation_id, vehicle_id, name, kind, unit, versions) OVERRIDING SYSTEM VALUE
     SELECT n, 1, n, 'Tank', 'fuel', 'l', '[]' ${all}`,
    [vehicles],
  );
  await seedDays(db, { vehicles, days: days + PAST_DAYS, end });
  // One in two vehicles is still in the geofence of its last visit.
  await db.query(`UPDATE visits f SET ended_at = NULL, exit_kph = NULL
    WHERE f.started_at = (SELECT max(b.started_at) FROM visits b WHERE b.vehicle_id = f.vehicle_id) AND f.vehicle_id % 2 = 0`);
  await db.query('VACUUM ANALYZE');
  await db.end();
}

/** The facts of this many days before the end, with the totals of each day. */
async function seedDays(db: Client, { vehicles, days, end }: Fleet): Promise<void> {
  for (let before = days; before > 0; before -= PIECE_DAYS) {
    await seedFacts(db, [vehicles, end, before, Math.max(0, before - PIECE_DAYS)]);
  }
  await db.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
       trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, positions,
       invalid, legs, unseen_s, engine_by, engine_known_s, health)
     SELECT v, 'day:' || d, now(), v, d, d, d + 1, random() * 300000, 19200, 960, 67200, 2400, 21600, 8, 8, 4, 1, 1, 90, 0,
       3000, 0, '{}', 0, '{"wire":21600}', 86400, '{}'
     FROM generate_series(1, $1::int) v,
          (SELECT ($2::timestamptz AT TIME ZONE 'UTC')::date - n AS d FROM generate_series(1, $3::int) n) each`,
    [vehicles, end, days],
  );
}

/** Writes the past of the fleet for existing vehicles and devices, with ids from 1. */
export async function seedPast(url: string, fleet: Fleet): Promise<void> {
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(`INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2)
    SELECT 1, 'Geofence ' || n, '{}', -34.91, -34.89, -56.21, -56.19, 785398 FROM generate_series(1, ${FENCES}) n`);
  await db.query(`INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
    VALUES (1, 'Too fast', '{"kind":"overspeed"}', 'major', true)`);
  await seedDays(db, fleet);
  await db.query('VACUUM ANALYZE');
  await db.end();
}

/** The end of a statement that selects one of `each` rows of `times`; `name` becomes a comment. */
const often = (name: string, each: number) => `FROM times WHERE (v + n) % ${each} = 0 -- ${name}`;

/**
 * Trips, stops, idling, visits, overspeeds, alarms, open doors and refuels of the days from $3 to $4 before the end.
 */
async function seedFacts(db: Client, values: readonly [number, Date, number, number]): Promise<void> {
  await db.query(
    `CREATE TEMP TABLE times AS
     SELECT v, n, $2::timestamptz - make_interval(hours => 3 * n + 3, secs => -(v % 3000)) AS t
     FROM generate_series($3::int * ${TRIPS_A_DAY} - 1, $4::int * ${TRIPS_A_DAY}, -1) n, generate_series(1, $1::int) v
     ORDER BY t`,
    [...values],
  );
  await db.query(`INSERT INTO trips (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, start_lat,
      start_lon, end_lat, end_lon, start_reason, end_reason, distance_m, idle_s, average_kph, max_kph, overspeeds, holes,
      bridged_m, legs, notes)
    SELECT v, 'trip:' || extract(epoch FROM t), t, v, t, t + interval '40 minutes', 2400, -34.9, -56.2, -34.8, -56.1,
      'ignition', 'ignition', 5000 + random() * 40000, 120, 30, 62, 0, 0, 0, '{}', '[]' FROM times`);
  await db.query(`INSERT INTO stops (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon,
      start_reason, idle_s)
    SELECT v, 'stop:' || extract(epoch FROM t), t, v, t + interval '40 minutes', t + interval '3 hours', 8400, -34.9, -56.2,
      'ignition', 60 FROM times`);
  await db.query(`INSERT INTO idles (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon)
    SELECT v, 'idle:' || extract(epoch FROM t), t, v, t + interval '40 minutes', t + interval '50 minutes', 600, -34.9, -56.2
    ${often('four a day', 2)}`);
  await db.query(`INSERT INTO visits (installation_id, key, confirmed_at, vehicle_id, fence_id, started_at, ended_at, duration_s,
      distance_m, entry_kph, exit_kph)
    SELECT v, 'visit:' || extract(epoch FROM t), t, v, (v * 7 + n) % ${FENCES} + 1, t + interval '35 minutes',
      t + interval '185 minutes', 9000, 900, 20, 15 ${often('four a day', 2)}`);
  await db.query(`INSERT INTO overspeeds (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat,
      lon, limit_kph, max_kph, distance_m)
    SELECT v, 'fast:' || extract(epoch FROM t), t, v, t + interval '10 minutes', t + interval '12 minutes', 120, -34.9, -56.2,
      80, 80 + n % 30, 2800 ${often('one a day', 8)}`);
  await db.query(`INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, cleared_at,
      count, lat, lon, severity)
    SELECT v, 'alarm:' || extract(epoch FROM t), t, v, 1, t + interval '10 minutes', t + interval '12 minutes',
      t + interval '12 minutes', 1, -34.9, -56.2, 'major' ${often('one a day', 8)}`);
  await db.query(`INSERT INTO switch_spans (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s,
      lat, lon, name, last_at)
    SELECT v, 'switch:' || extract(epoch FROM t), t, v, t + interval '40 minutes', t + interval '45 minutes', 300, -34.9, -56.2,
      'door', t ${often('four a day', 2)}`);
  await db.query(`INSERT INTO fuel_changes (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s,
      lat, lon, sensor_id, change, litres, before_l, after_l, sure)
    SELECT v, 'fuel:' || extract(epoch FROM t), t, v, t + interval '50 minutes', t + interval '55 minutes', 300, -34.9, -56.2,
      v, CASE n % 20 WHEN 0 THEN 'drop' ELSE 'fill' END, 30, 20, 50, true ${often('one a day', 8)}`);
  await db.query('DROP TABLE times');
}
