import { ensureBasics } from '@milepost/server/auth/bootstrap';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import { ensureDaysAhead } from '@milepost/server/store/tracks/partitions';
import type { Logger } from 'pino';
import { imeiOf } from '../devices/fleet.ts';

/** The administrator's password in a benchmark's own database, which is removed afterwards. */
export const BENCH_PASSWORD = 'benchmark-only';

/** Migrates an empty database and registers `devices` devices, each installed for a month in its own vehicle. */
export async function provision(url: string, devices: number, logger: Logger): Promise<void> {
  await migrate(url);
  const pool = createPool(url, logger);
  try {
    await ensureBasics(pool, { adminPassword: BENCH_PASSWORD });
    await ensureDaysAhead(pool, Date.now());
  } finally {
    await pool.end();
  }
  await registerDevices(url, devices, logger);
}

/** Registers devices in a migrated database of any version of the server. */
export async function registerDevices(url: string, devices: number, logger: Logger): Promise<void> {
  const pool = createPool(url, logger);
  try {
    await pool.query(
      `WITH root AS (SELECT id FROM organisations ORDER BY id LIMIT 1),
       made AS (
         INSERT INTO devices (organisation_id, identity) SELECT root.id, unnest($1::text[]) FROM root
         RETURNING id, identity
       ), fleet AS (
         INSERT INTO vehicles (organisation_id, registration, type)
         SELECT root.id, unnest($1::text[]), 'truck' FROM root RETURNING id, registration
       )
       INSERT INTO installations (device_id, vehicle_id, installed_at)
       SELECT made.id, fleet.id, now() - interval '30 days' FROM made JOIN fleet ON fleet.registration = made.identity`,
      [Array.from({ length: devices }, (_, index) => imeiOf(index))],
    );
  } finally {
    await pool.end();
  }
}
