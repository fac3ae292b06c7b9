import type { Queryable } from '../store/database.ts';

/**
 * Sets the details of the demo's vehicles by their type, and their meter readings on the day of the newest fuel bill,
 * so that bills and odometer agree.
 */
export async function seedVehicleRecords(db: Queryable, organisationId: number): Promise<void> {
  await db.query(
    `WITH kinds (type, fuel, tank, economy, idle, kg, m3, crates) AS (VALUES
       ('truck', 'diesel', 180, 24.5, 1.9, 7500, 34.0, 480), ('van', 'diesel', 80, 9.8, 0.9, 1350, 10.8, 120),
       ('car', 'petrol', 50, 7.2, 0.7, 450, 0.5, NULL), ('motorcycle', 'petrol', 12, 2.6, 0.2, 30, 0.1, NULL)),
     fleet AS (
       SELECT id, type, row_number() OVER (ORDER BY id)::int AS n FROM vehicles WHERE organisation_id = $1)
     UPDATE vehicles v
     SET year = 2015 + f.n % 10, colour = (ARRAY['White', 'Grey', 'Red', 'Blue', 'White'])[1 + f.n % 5], fuel_kind = k.fuel,
         tank_l = k.tank, rated_l_per_100km = k.economy, idle_l_per_h = k.idle, load_kg = k.kg, load_m3 = k.m3,
         load_crates = k.crates, ownership = CASE WHEN f.n % 4 = 0 THEN 'leased' ELSE 'owned' END,
         owner = CASE WHEN f.n % 4 = 0 THEN 'Banco República' END,
         lease_until = CASE WHEN f.n % 4 = 0 THEN current_date + 120 + f.n * 11 END,
         tags = CASE WHEN f.type = 'truck' AND f.n % 2 = 0 THEN ARRAY['cold chain'] WHEN f.n % 7 = 0 THEN ARRAY['night']
                     ELSE '{}' END
     FROM fleet f LEFT JOIN kinds k ON k.type = f.type WHERE v.id = f.id`,
    [organisationId],
  );
  await db.query(
    `WITH bills AS (
       SELECT DISTINCT ON (e.vehicle_id) e.vehicle_id, e.odometer_m, v.type,
              day_begins(e.day + 1, o.time_zone) AS at
       FROM expenses e JOIN vehicles v ON v.id = e.vehicle_id JOIN organisations o ON o.id = e.organisation_id
       WHERE e.organisation_id = $1 AND e.kind = 'fuel' AND e.odometer_m IS NOT NULL
       ORDER BY e.vehicle_id, e.day DESC, e.id DESC)
     INSERT INTO meter_readings (vehicle_id, meter, at, value, note)
     SELECT vehicle_id, 'odometer', least(at, now()), odometer_m, 'From the fuel bill' FROM bills
     UNION ALL
     -- 38 km for each engine hour.
     SELECT vehicle_id, 'engine-hours', least(at, now()), round(odometer_m * 3.6 / 38), NULL FROM bills WHERE type = 'truck'`,
    [organisationId],
  );
}
