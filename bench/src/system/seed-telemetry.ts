import { ensureDay, dayOf } from '@milepost/server/store/tracks/partitions';
import type { Database } from '@milepost/server/store/database';

const DAY_MS = 86_400_000;

export interface TelemetryCounts {
  vehicles: number;
  days: number;
  /** The seconds between two fixes of a vehicle. */
  everyS: number;
}

/**
 * Vehicles that report day and night, up to the last midnight (UTC), with ten attributes: those with columns, and fuel
 * and temperature in addition. Rows of one time are adjacent, as ingest writes them. The ids of vehicles and devices
 * start at 1.
 * @returns the end of the days, epoch milliseconds
 */
export async function seedTelemetry(database: Database, { vehicles, days, everyS }: TelemetryCounts): Promise<number> {
  const today = dayOf(Date.now());
  await database.query(
    `WITH v AS (INSERT INTO vehicles (id, organisation_id, registration, type) OVERRIDING SYSTEM VALUE
                SELECT n, 1, 'TEL ' || n, 'truck' FROM generate_series(1, $1::int) n),
          d AS (INSERT INTO devices (id, organisation_id, identity, protocol) OVERRIDING SYSTEM VALUE
                SELECT n, 1, 'TEL-' || n, 'teltonika' FROM generate_series(1, $1::int) n)
     SELECT 1`,
    [vehicles],
  );
  await database.query(
    `INSERT INTO installations (device_id, vehicle_id, installed_at)
     SELECT n, n, to_timestamp($2) FROM generate_series(1, $1::int) n`,
    [vehicles, (today - days) * (DAY_MS / 1000)],
  );
  for (let day = today - days; day < today; day++) {
    await ensureDay(database, day);
    await database.query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, altitude_m, speed_dkph, course_deg,
         flags, satellites, battery_percent, power_mv, rssi, odometer_m, attributes)
       SELECT d, to_timestamp(t), t, to_timestamp(t + 1), -349000000 + t % 9973, -562000000 + t % 9967, t % 90,
         abs(600 * sin(t / 7000.0 + d)) + t % 30, t % 360, 63, 4 + t % 14, 90 + t % 10, 27000 + t % 1500, t % 31,
         t / 3, jsonb_build_object('fuelL', round((300 + 200 * sin(t / 50000.0))::numeric, 1),
                                   'temperature1C', round((4 + 3 * sin(t / 9000.0))::numeric, 1))
       FROM generate_series($1::int, $2::int - 1, $3::int) t, generate_series(1, $4::int) d`,
      [day * (DAY_MS / 1000), (day + 1) * (DAY_MS / 1000), everyS, vehicles],
    );
  }
  return today * DAY_MS;
}
