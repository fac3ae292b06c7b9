import type { RecordCounts, Writer } from './writer.ts';

/** Groups, vehicles with devices, drivers, and assignments. */
export async function seedFleet(to: Writer, { vehicles, drivers }: RecordCounts): Promise<void> {
  const groups = Math.max(1, Math.floor(vehicles / 500));
  await to.rows('vehicle_groups', groups, 'id, organisation_id, name', `n, 1, 'Depot ' || n`);
  await to.rows(
    'own_fields',
    4,
    'id, organisation_id, kind, name, type, choices',
    `n, 1, (ARRAY['vehicle', 'vehicle', 'driver', 'driver'])[n], 'Field ' || n, (ARRAY['choice', 'text'])[1 + n % 2],
     CASE WHEN n % 2 = 0 THEN ARRAY['North', 'South', 'East', 'West'] ELSE '{}' END`,
  );
  await to.rows(
    'vehicles',
    vehicles,
    `id, organisation_id, registration, type, make, model, chassis_number, group_id, year, colour, tags, owner, status,
     own, deleted_at`,
    `n, 1, 'SB' || chr(65 + n % 26) || ' ' || lpad(n::text, 6, '0'),
     (ARRAY['van', 'van', 'van', 'truck', 'car'])[1 + n % 5], (ARRAY['Renault', 'Ford', 'Tata', 'Volvo'])[1 + n % 4],
     'Model ' || n % 40, 'VF1' || lpad((n * 7919::bigint % 99999989)::text, 14, '0'),
     CASE WHEN n % 20 > 0 THEN 1 + n % ${groups} END, 2010 + n % 16,
     (ARRAY['white', 'red', 'blue', 'grey'])[1 + n / 4 % 4],
     CASE n % 10 WHEN 0 THEN ARRAY['cold'] WHEN 1 THEN ARRAY['night', 'tail-lift'] ELSE '{}' END,
     CASE WHEN n % 3 = 0 THEN 'Lease ' || n % 30 END,
     CASE WHEN n % 50 = 0 THEN 'workshop' WHEN n % 101 = 0 THEN 'off-road' ELSE 'in-service' END,
     jsonb_build_object('2', (ARRAY['North', 'South', 'East', 'West'])[1 + n % 4], '1', 'CC-' || n % 900),
     CASE WHEN n % 200 = 199 THEN now() END`,
  );
  await to.rows(
    'devices',
    vehicles,
    'id, organisation_id, identity, protocol, model',
    `n, 1, (860000000000000 + n)::text, (ARRAY['gt06', 'teltonika'])[1 + n % 2], 'FMB' || 900 + n % 30`,
  );
  await to.rows(
    'installations',
    vehicles,
    'id, device_id, vehicle_id, installed_at, technician',
    `n, n, n, now() - interval '30 days' - make_interval(mins => n % 100000), 'Fitter ' || n % 40`,
  );
  await to.rows(
    'device_states',
    vehicles,
    `device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, course_deg, flags, attributes, tracking`,
    `n, now() - make_interval(secs => n % 900000), now() - make_interval(secs => n % 900000), now(),
     280000000 + n * 37 % 9000000, 770000000 + n * 91 % 9000000, 0, 0, 1, '{}',
     json_build_object('motion', json_build_object('at', floor(extract(epoch FROM now() - make_interval(secs => n % 900000)) * 1000)))`,
  );
  await to.rows(
    'day_totals',
    vehicles * 3,
    `installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s, trip_idle_s, stop_s,
     idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, positions, invalid, legs`,
    `1 + n / 3, 'day:' || n, now(), 1 + n / 3, current_date - 1 - n % 3, (current_date - 1 - n % 3)::timestamptz,
     (current_date - n % 3)::timestamptz, 1000 * (n % 400), 7200, 300, 60000, 600, 7800, 6, 6, 2, 0, 0, 88, 0, 900, 0, '[]'`,
  );
  await to.rows(
    'meter_readings',
    Math.floor(vehicles / 2),
    'vehicle_id, meter, at, value',
    `n * 2, 'odometer', now() - make_interval(days => 1 + n % 60), 1000 * (n % 300000)`,
  );
  await to.rows(
    'drivers',
    drivers,
    `id, organisation_id, name, number, phone, licence_number, licence_expires_on, group_ids, hired_on, left_on, tag_keys,
     own, deleted_at`,
    `n, 1, (ARRAY['Ana', 'Bruno', 'Carla', 'Diego', 'Elena', 'Farid', 'Gita'])[1 + n % 7] || ' '
     || (ARRAY['Silva', 'Pérez', 'Kumar', 'Haddad', 'Olsen'])[1 + n / 7 % 5] || ' ' || n, 'D-' || n,
     '+59899' || lpad(n::text, 6, '0'), 'L' || n, CASE WHEN n % 90 > 0 THEN current_date + (n % 700 - 100) END,
     ARRAY[1 + n % ${groups}], current_date - n % 4000, CASE WHEN n % 40 = 0 THEN current_date - n % 300 END,
     CASE WHEN n % 4 = 0 THEN ARRAY['TAG' || n] ELSE '{}' END,
     jsonb_build_object('4', (ARRAY['North', 'South', 'East', 'West'])[1 + n % 4], '3', 'Shirt ' || n % 9),
     CASE WHEN n % 300 = 299 THEN now() END`,
  );
  await to.rows(
    'driver_tags',
    Math.floor(drivers / 4),
    'organisation_id, driver_id, kind, tag',
    `1, n * 4, 'rfid', 'TAG' || n * 4`,
  );
  await to.rows(
    'driver_assignments',
    drivers,
    'vehicle_id, driver_id, from_time, source',
    `1 + n % ${vehicles}, n, now() - make_interval(days => 90 + n % 300), 'usual'`,
  );
  // Shifts of the last months and of the next weeks, with each driver in one vehicle at a time.
  await to.run(
    ['driver_assignments'],
    `INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time, source)
     SELECT 1 + (n * 3) % ${vehicles}, n, x.at, x.at + interval '9 hours', 'assignment'
     FROM generate_series(1, ${drivers}) n, generate_series(0, 1) k,
       LATERAL (SELECT date_trunc('day', now()) + make_interval(days => (n * 13 + k * 41) % 150 - 120, hours => 5, mins => 15 * ((n * 7 + k) % 36)) AS at) x`,
  );
}
