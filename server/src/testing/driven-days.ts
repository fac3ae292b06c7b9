import type { Queryable } from '../store/database.ts';

/** Puts a device that sends nothing into a vehicle. @returns the installation */
export async function addInstallation(db: Queryable, organisationId: number, vehicleId: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `WITH device AS (
       INSERT INTO devices (organisation_id, identity, protocol) VALUES ($1, 'days-' || $2::int, 'gt06') RETURNING id
     )
     INSERT INTO installations (device_id, vehicle_id, installed_at)
     SELECT id, $2, '2020-01-01' FROM device RETURNING id`,
    [organisationId, vehicleId],
  );
  return rows[0]?.id ?? 0;
}

/** Inserts the totals of a day as tracking would: the distance, and the time with the engine on. */
export async function addDrivenDay(
  db: Queryable,
  installationId: number,
  day: string,
  { distanceM, engineS = 0 }: { distanceM: number; engineS?: number },
): Promise<void> {
  await db.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
       trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, positions, invalid, legs, health)
     SELECT i.id, 'day:' || $2::date, $2::date, i.vehicle_id, $2, $2::date, $2::date + 1, $3, 0, 0, 0, 0, $4, 1, 0, 0, 0, 0, 50,
            0, 1, 0, '{}', '{}' FROM installations i WHERE i.id = $1`,
    [installationId, day, distanceM, engineS],
  );
}
