import type { Queryable } from '../database.ts';
import type { Named } from './groups.ts';
import { andSeen, type Scope } from '../scope.ts';
import { firstRows, type Page } from '../page.ts';

export function listDrivers(db: Queryable, scope: Scope): Promise<Page<Named>> {
  return firstRows<Named>(
    db,
    `SELECT id, name FROM drivers WHERE organisation_id = ANY($1) AND deleted_at IS NULL${andDriving(scope)}
     ORDER BY lower(name), id`,
    [scope.organisationIds],
  );
}

/** Whether the driver belongs to the organisation and is not removed. */
export async function isDriverOf(db: Queryable, organisationId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM drivers WHERE id = $1 AND organisation_id = $2 AND deleted_at IS NULL',
    [id, organisationId],
  );
  return rowCount === 1;
}

/** SQL, ` AND …`: drivers (`drivers`) of what the limit of the scope shows. */
export const andDriving = (scope: Scope): string =>
  scope.limit === null
    ? ''
    : ` AND EXISTS (SELECT FROM driver_assignments a
        WHERE a.driver_id = drivers.id AND a.to_time IS NULL${andSeen(scope, 'a.vehicle_id')})`;

/** Whether the limit of the scope shows the driver. */
export async function isDriverSeen(db: Queryable, scope: Scope, id: number): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM drivers WHERE id = $1${andDriving(scope)}`, [id]);
  return rowCount === 1;
}
