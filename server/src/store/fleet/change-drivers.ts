import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import type { Database, Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { changeNamed, type NamedInput, type SavedName } from './change-named.ts';

/** Adds or renames a driver. */
export function changeDriver(database: Database, scope: Scope, actor: Actor, input: NamedInput): Promise<SavedName> {
  return changeNamed(database, actor, 'driver', input, (db) => saveDriver(db, scope, input));
}

/**
 * Adds a driver to the caller's organisation, or renames one of the scope.
 * @throws AppError `not-found`
 */
export async function saveDriver(db: Queryable, scope: Scope, input: NamedInput): Promise<SavedName> {
  const { rows } =
    input.id === undefined
      ? await db.query<SavedName>(
          `INSERT INTO drivers (organisation_id, name) VALUES ($1, $2)
           RETURNING id, name, organisation_id AS "organisationId"`,
          [scope.organisationId, input.name],
        )
      : await db.query<SavedName>(
          `UPDATE drivers SET name = $3 WHERE id = $2 AND organisation_id = ANY($1) AND deleted_at IS NULL
           RETURNING id, name, organisation_id AS "organisationId"`,
          [scope.organisationIds, input.id, input.name],
        );
  if (!rows[0]) throw new AppError('not-found', 'no-driver');
  return rows[0];
}

/** From now on this driver drives the vehicle, or nobody (null); the same one as before changes nothing. */
export async function assignDriver(db: Queryable, vehicleId: number, driverId: number | null): Promise<void> {
  await db.query(
    `UPDATE driver_assignments SET to_time = greatest(from_time, now())
     WHERE vehicle_id = $1 AND to_time IS NULL AND driver_id IS DISTINCT FROM $2::int`,
    [vehicleId, driverId],
  );
  if (driverId === null) return;
  await db.query(
    `INSERT INTO driver_assignments (vehicle_id, driver_id) VALUES ($1, $2)
     ON CONFLICT (vehicle_id) WHERE to_time IS NULL DO NOTHING`,
    [vehicleId, driverId],
  );
}
