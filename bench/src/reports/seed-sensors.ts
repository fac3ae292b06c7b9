import { Client } from 'pg';
import type { Fleet } from './seed.ts';

/** The number of days per statement. */
const PIECE_DAYS = 5;
/** The first id of sensors: smaller ones belong to tanks. */
const THERMOMETERS = 1_000_000;
const DOORS = 2_000_000;

/**
 * A thermometer and a door in each vehicle, which report every two minutes all day: in one hour of ten the temperature
 * leaves its range, and in one of four the door is opened, every fourth time while driving.
 */
export async function seedSensorsOfReports(url: string, { vehicles, days, end }: Fleet): Promise<void> {
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    await insertSensors(db, { vehicles, days, end });
  } finally {
    await db.end();
  }
}

async function insertSensors(db: Client, { vehicles, days, end }: Fleet): Promise<void> {
  const version = JSON.stringify([
    {
      source: { attribute: 'none' },
      calibration: null,
      min: null,
      max: null,
      inverse: false,
      capacityL: null,
      from: null,
    },
  ]);
  await db.query(
    `INSERT INTO sensors (id, organisation_id, vehicle_id, name, kind, unit, versions) OVERRIDING SYSTEM VALUE
     SELECT n + ${THERMOMETERS}, 1, n, 'Load space', 'temperature', '°C', $2::jsonb FROM generate_series(1, $1::int) n UNION ALL
     SELECT n + ${DOORS}, 1, n, 'Load door', 'door', '', $2::jsonb FROM generate_series(1, $1::int) n`,
    [vehicles, version],
  );
  for (let day = 0; day < days; day += PIECE_DAYS) {
    const from = new Date(end.getTime() - (days - day) * 86_400_000);
    const hours = Math.min(PIECE_DAYS, days - day) * 24;
    await db.query(
      `WITH every AS (SELECT n, h, $3::timestamptz + h * interval '1 hour' AS t
                      FROM generate_series(1, $1::int) n, generate_series(0, $2::int - 1) h),
            steps AS (SELECT array_agg(i * 120000 ORDER BY i) AS ms, array_agg(4 + i % 7 * 0.1::float8 ORDER BY i) AS cold,
                             array_agg(4 + i * 0.3::float8 ORDER BY i) AS warm, array_agg(-34900000) AS lats,
                             array_agg(-56200000) AS lons FROM generate_series(0, 29) i)
       INSERT INTO sensor_readings (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, sensor_id,
         low, high, value_s, offsets, readings, lats, lons, moving)
       SELECT n, 'cold:' || extract(epoch FROM t), t, n, t, t + interval '1 hour', 3600, n + ${THERMOMETERS}, 4,
              CASE WHEN (n + h) % 10 = 0 THEN 12.7 ELSE 4.6 END,
              -- 30 values for two minutes each: 8.35 and 4.2833 on average.
              CASE WHEN (n + h) % 10 = 0 THEN 30060 ELSE 15420 END, ms, CASE WHEN (n + h) % 10 = 0 THEN warm ELSE cold END, lats, lons, NULL
       FROM every, steps
       UNION ALL
       SELECT n, 'door:' || extract(epoch FROM t), t, n, t, t + interval '1 hour', 3600, n + ${DOORS}, 0,
              CASE WHEN (n + h) % 4 = 0 THEN 1 ELSE 0 END, CASE WHEN (n + h) % 4 = 0 THEN 300 ELSE 0 END, CASE WHEN (n + h) % 4 = 0 THEN '{0,600000,900000}'::int[] ELSE '{0}' END,
              CASE WHEN (n + h) % 4 = 0 THEN '{0,1,0}'::float8[] ELSE '{0}' END,
              CASE WHEN (n + h) % 4 = 0 THEN '{-34900000,-34900000,-34900000}'::int[] ELSE '{-34900000}' END,
              CASE WHEN (n + h) % 4 = 0 THEN '{-56200000,-56200000,-56200000}'::int[] ELSE '{-56200000}' END,
              CASE WHEN (n + h) % 16 = 0 THEN '{f,t,f}'::boolean[] WHEN (n + h) % 4 = 0 THEN '{f,f,f}' ELSE '{f}' END
       FROM every`,
      [vehicles, hours, from],
    );
  }
  await db.query('ANALYZE sensors, sensor_readings');
}
