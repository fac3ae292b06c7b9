import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/**
 * One change of installations at a time: a swap touches two vehicles and two devices, and two swaps at once would
 * wait for each other. Changes are rare and short. Taken before any row is locked; ends with the transaction.
 * @returns the moment of the change, as PostgreSQL writes it, to the microsecond. It is later than every change before:
 * `now()` is when the transaction began, which may be before the one that it waited for.
 */
export async function lockInstallations(db: Queryable): Promise<string> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('installations'))`);
  return onlyRow(await db.query<{ at: string }>('SELECT clock_timestamp()::text AS at')).at;
}

/**
 * Puts a device into a vehicle from `at` on; what was in either before is closed. Both must exist and be in
 * `organisationId`, which makes sure that nobody sees another organisation's device through a vehicle.
 * @throws AppError `conflict` when the device is not the organisation's, or gone
 */
export async function install(
  db: Queryable,
  organisationId: number,
  deviceId: number,
  vehicleId: number,
  at: string,
): Promise<void> {
  const { rowCount } = await db.query(
    'SELECT FROM devices WHERE id = $1 AND organisation_id = $2 AND deleted_at IS NULL FOR UPDATE',
    [deviceId, organisationId],
  );
  if (!rowCount) {
    throw fieldError('conflict', { deviceId: 'device-unavailable' });
  }
  const { rowCount: same } = await db.query(
    'SELECT FROM installations WHERE device_id = $1 AND vehicle_id = $2 AND removed_at IS NULL',
    [deviceId, vehicleId],
  );
  if (same) return;
  await db.query(
    `UPDATE installations SET removed_at = greatest(installed_at, $3::timestamptz)
     WHERE (device_id = $1 OR vehicle_id = $2) AND removed_at IS NULL`,
    [deviceId, vehicleId, at],
  );
  // A device that tells knots tells them in another vehicle too.
  await db.query(
    `INSERT INTO installations (device_id, vehicle_id, installed_at, speed_factor)
     SELECT $1, $2, $3, coalesce(
       (SELECT speed_factor FROM installations WHERE device_id = $1 ORDER BY installed_at DESC LIMIT 1), 1)`,
    [deviceId, vehicleId, at],
  );
}

/** Takes out whatever is in the vehicle. */
export async function removeFromVehicle(db: Queryable, vehicleId: number, at: string): Promise<void> {
  await db.query(
    `UPDATE installations SET removed_at = greatest(installed_at, $2::timestamptz)
     WHERE vehicle_id = $1 AND removed_at IS NULL`,
    [vehicleId, at],
  );
}

/** Takes the device out of wherever it is. */
export async function removeDevice(db: Queryable, deviceId: number, at: string): Promise<void> {
  await db.query(
    `UPDATE installations SET removed_at = greatest(installed_at, $2::timestamptz)
     WHERE device_id = $1 AND removed_at IS NULL`,
    [deviceId, at],
  );
}

/**
 * Reopens the installation that ended at `removedAt` with the removal of the vehicle or device, when both are still free, and the
 * vehicle has not moved to another organisation.
 */
export async function reopenInstallation(
  db: Queryable,
  part: 'vehicle' | 'device',
  id: number,
  removedAt: string,
): Promise<void> {
  const column = part === 'vehicle' ? 'vehicle_id' : 'device_id';
  await db.query(
    `UPDATE installations i SET removed_at = NULL
     FROM devices d, vehicles v
     WHERE i.${column} = $1 AND i.removed_at = $2::timestamptz
       AND d.id = i.device_id AND d.deleted_at IS NULL AND v.id = i.vehicle_id AND v.deleted_at IS NULL AND v.moved_at IS NULL
       AND d.organisation_id = v.organisation_id
       AND NOT EXISTS (SELECT FROM installations o WHERE o.removed_at IS NULL
                       AND (o.device_id = i.device_id OR o.vehicle_id = i.vehicle_id))`,
    [id, removedAt],
  );
}
