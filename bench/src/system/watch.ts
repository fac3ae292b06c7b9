import { createPool } from '@milepost/server/database/pool';
import type { Logger } from 'pino';

/** Rules of the kinds that cost most per position. */
const RULES = [
  { kind: 'overspeed', limitKph: null },
  { kind: 'idling', afterS: 600 },
  { kind: 'geofenceEnter', fenceIds: null },
  // Longer than a benchmark's devices are behind the clock: the detection of silence depends on the time of the check.
  { kind: 'noData', afterS: 172_800 },
  { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null },
];

/**
 * Gives the organisation circular geofences and outlets, spread evenly over a province of a degree, and alarm rules for
 * all vehicles.
 */
export async function watchFleet(
  url: string,
  { fences, outlets }: { fences: number; outlets: number },
  logger: Logger,
): Promise<void> {
  const pool = createPool(url, logger);
  try {
    await pool.query(
      `WITH root AS (SELECT id FROM organisations ORDER BY id LIMIT 1), rules AS (
         INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
         SELECT root.id, rule->>'kind', rule, 'minor', true FROM root, jsonb_array_elements($1::jsonb) AS rule
       )
       INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2)
       SELECT root.id, 'Fence ' || n, jsonb_build_object('kind', 'circle', 'radiusM', 50 + n % 250, 'centre',
                jsonb_build_object('lat', -35.4 + (n * 0.7548776662) % 1, 'lon', -56.7 + (n * 0.5698402909) % 1)),
              -36, -34, -57, -55, 0
         FROM root, generate_series(1, $2::int) AS n`,
      [JSON.stringify(RULES), fences],
    );
    // Versions before outlets have no such table.
    if (outlets === 0) return;
    await pool.query(
      `INSERT INTO outlets (organisation_id, code, name, lat, lon, radius_m)
       SELECT root.id, 'C' || n, 'Outlet ' || n, -35.4 + (n * 0.6823278038) % 1, -56.7 + (n * 0.4655712319) % 1, 60
         FROM (SELECT id FROM organisations ORDER BY id LIMIT 1) AS root, generate_series(1, $1::int) AS n`,
      [outlets],
    );
  } finally {
    await pool.end();
  }
}
