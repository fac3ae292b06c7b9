import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Named } from './groups.ts';
import type { Scope } from '../scope.ts';
import { firstRows, type Page } from '../page.ts';

export function listDrivers(db: Queryable, scope: Scope): Promise<Page<Named>> {
  return firstRows<Named>(
    db,
    `SELECT id, name FROM drivers WHERE organisation_id = ANY($1) AND deleted_at IS NULL ORDER BY lower(name), id`,
    [scope.organisationIds],
  );
}

/**
 * Adds a driver to the caller's organisation, or renames one of the scope.
 * @throws AppError `not-found`
 */
export async function saveDriver(
  db: Queryable,
  scope: Scope,
  input: { id?: number | undefined; name: string },
): Promise<Named & { organisationId: number }> {
  const { rows } =
    input.id === undefined
      ? await db.query<Named & { organisationId: number }>(
          `INSERT INTO drivers (organisation_id, name) VALUES ($1, $2)
           RETURNING id, name, organisation_id AS "organisationId"`,
          [scope.organisationId, input.name],
        )
      : await db.query<Named & { organisationId: number }>(
          `UPDATE drivers SET name = $3 WHERE id = $2 AND organisation_id = ANY($1) AND deleted_at IS NULL
           RETURNING id, name, organisation_id AS "organisationId"`,
          [scope.organisationIds, input.id, input.name],
        );
  if (!rows[0]) throw new AppError('not-found', 'no-driver');
  return rows[0];
}

/** Whether the driver belongs to the organisation and is not removed. */
export async function isDriverOf(db: Queryable, organisationId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM drivers WHERE id = $1 AND organisation_id = $2 AND deleted_at IS NULL',
    [id, organisationId],
  );
  return rowCount === 1;
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
