import { createPool } from '@milepost/server/database/pool';
import { dayOf, ensureDay } from '@milepost/server/store/tracks/partitions';
import type { Logger } from 'pino';
import { seededRandom } from '../random.ts';

const INTERVAL_MS = 30_000;
const DAY_MS = 86_400_000;
/** The hours of a day with driving, in trips of half an hour. */
const DRIVEN_HOURS = [6, 18] as const;
const CITY = { lat: -34.88, lon: -56.17, sizeDeg: 0.09 };

/**
 * Adds a vehicle with `fixes` fixes 30 s apart up to `end`: twelve hours of each day in a city's traffic, with lights,
 * corners and breaks of ten minutes, the rest parked with a few metres of noise. Returns its id.
 * @param number distinguishes several vehicles, each with a drive of its own
 */
export async function addMonthTrack(
  url: string,
  fixes: number,
  end: number,
  logger: Logger,
  number = 1,
): Promise<number> {
  const pool = createPool(url, logger);
  try {
    const start = end - fixes * INTERVAL_MS;
    for (let day = dayOf(start); day <= dayOf(end); day++) await ensureDay(pool, day);
    const { rows } = await pool.query<{ vehicle: number; device: number }>(
      `WITH v AS (INSERT INTO vehicles (organisation_id, registration, type)
                  SELECT min(id), 'MONTH ' || $2, 'van' FROM organisations RETURNING id),
            d AS (INSERT INTO devices (organisation_id, identity)
                  SELECT min(id), 'month-' || $2 FROM organisations RETURNING id),
            i AS (INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT d.id, v.id, $1 FROM d, v)
       SELECT v.id AS vehicle, d.id AS device FROM v, d`,
      [new Date(start), String(number)],
    );
    const made = rows[0];
    if (!made) throw new Error('no vehicle');
    const track = drive(fixes, start, number);
    await pool.query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, altitude_m, speed_dkph, course_deg,
                              flags, satellites, power_mv, odometer_m, attributes)
       SELECT $1, at, n, at, lat, lon, 43, speed, course, CASE WHEN driven THEN 7 ELSE 3 END, 9, 12400, n, '{"fuelL": 31.5}'
       FROM unnest($2::float8[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bool[]) WITH ORDINALITY
              AS t(ms, lat, lon, speed, course, driven, n), LATERAL (SELECT to_timestamp(ms / 1000) AS at) times`,
      [made.device, track.times, track.lats, track.lons, track.speeds, track.courses, track.driven],
    );
    await pool.query('ANALYZE positions');
    return made.vehicle;
  } finally {
    await pool.end();
  }
}

function drive(fixes: number, start: number, number: number) {
  const random = seededRandom(10 + number);
  const track = { times: [0], lats: [0], lons: [0], speeds: [0], courses: [0], driven: [false] };
  for (const column of Object.values(track)) column.length = 0;
  let [lat, lon, course] = [CITY.lat, CITY.lon, 20];
  for (let n = 0; n < fixes; n++) {
    const ms = start + n * INTERVAL_MS;
    const hour = (ms % DAY_MS) / 3_600_000;
    const driven = hour >= DRIVEN_HOURS[0] && hour < DRIVEN_HOURS[1] && n % 80 >= 20;
    const speedKph = driven && random() > 0.15 ? 20 + random() * 40 : 0;
    if (speedKph > 0) {
      if (random() < 0.3) course = (course + (random() < 0.5 ? 90 : 270)) % 360;
      if (Math.abs(lat - CITY.lat) > CITY.sizeDeg) course = lat > CITY.lat ? 200 : 20;
      if (Math.abs(lon - CITY.lon) > CITY.sizeDeg) course = lon > CITY.lon ? 290 : 110;
      const degrees = ((speedKph / 3.6) * 30) / 111_195;
      lat += degrees * Math.cos((course * Math.PI) / 180);
      lon += (degrees * Math.sin((course * Math.PI) / 180)) / Math.cos((CITY.lat * Math.PI) / 180);
    }
    track.times.push(ms);
    track.lats.push(Math.round((lat + (random() - 0.5) * 8e-5) * 1e7));
    track.lons.push(Math.round((lon + (random() - 0.5) * 8e-5) * 1e7));
    track.speeds.push(Math.round(speedKph * 10));
    track.courses.push(Math.round(course) % 360);
    track.driven.push(driven);
  }
  return track;
}
