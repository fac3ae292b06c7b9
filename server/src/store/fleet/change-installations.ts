import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { sealInstalled } from '../private-time/seal-installed.ts';
import { onlyRow } from '../rows.ts';

/**
 * Serialises changes of installations: a swap involves two vehicles and two devices, so two concurrent swaps could
 * deadlock. Changes are rare and short. Must be called before any row is locked; the lock ends with the transaction.
 * @returns the time of the change with microseconds, as PostgreSQL writes it. It is later than every earlier change:
 * `now()` is the start of the transaction, which can be before the one that it waited for.
 */
export async function lockInstallations(db: Queryable): Promise<string> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('installations'))`);
  return onlyRow(await db.query<{ at: string }>('SELECT clock_timestamp()::text AS at')).at;
}

/**
 * Installs a device in a vehicle from `at` on; the present installations of both end. Both must exist and belong to
 * `organisationId`, so that nobody can see another organisation's device through a vehicle.
 * @throws AppError `conflict` if the device does not belong to the organisation, or was deleted
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
  // The speed unit is a property of the device, so the factor also applies in another vehicle.
  const made = await db.query<{ id: number }>(
    `INSERT INTO installations (device_id, vehicle_id, installed_at, speed_factor)
     SELECT $1, $2, $3, coalesce(
       (SELECT speed_factor FROM installations WHERE device_id = $1 ORDER BY installed_at DESC LIMIT 1), 1)
     RETURNING id`,
    [deviceId, vehicleId, at],
  );
  await sealInstalled(db, onlyRow(made).id, Date.parse(at));
}

/** Removes any device from the vehicle. */
export async function removeFromVehicle(db: Queryable, vehicleId: number, at: string): Promise<void> {
  await db.query(
    `UPDATE installations SET removed_at = greatest(installed_at, $2::timestamptz)
     WHERE vehicle_id = $1 AND removed_at IS NULL`,
    [vehicleId, at],
  );
}

/** Removes the device from any vehicle. */
export async function removeDevice(db: Queryable, deviceId: number, at: string): Promise<void> {
  await db.query(
    `UPDATE installations SET removed_at = greatest(installed_at, $2::timestamptz)
     WHERE device_id = $1 AND removed_at IS NULL`,
    [deviceId, at],
  );
}

/**
 * Reopens the installation that ended at `removedAt` with the deletion of the vehicle or device, if both are still free
 * and the vehicle has not moved to another organisation.
 */
export async function reopenInstallation(
  db: Queryable,
  part: 'vehicle' | 'device',
  id: number,
  removedAt: string,
): Promise<void> {
  const column = part === 'vehicle' ? 'vehicle_id' : 'device_id';
  const { rows } = await db.query<{ id: number }>(
    `UPDATE installations i SET removed_at = NULL
     FROM devices d, vehicles v
     WHERE i.${column} = $1 AND i.removed_at = $2::timestamptz
       AND d.id = i.device_id AND d.deleted_at IS NULL AND v.id = i.vehicle_id AND v.deleted_at IS NULL AND v.moved_at IS NULL
       AND d.organisation_id = v.organisation_id
       AND NOT EXISTS (SELECT FROM installations o WHERE o.removed_at IS NULL
                       AND (o.device_id = i.device_id OR o.vehicle_id = i.vehicle_id))
     RETURNING i.id`,
    [id, removedAt],
  );
  for (const one of rows) await sealInstalled(db, one.id, Date.parse(removedAt));
}
