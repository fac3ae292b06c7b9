import type { Queryable } from '../database.ts';
import type { Named } from '../fleet/groups.ts';
import { firstRows } from '../page.ts';
import type { Scope } from '../scope.ts';
import { lockDriver } from './drivers.ts';

/**
 * Groups that a driver can be in, and accounts that are nobody else's: those of the driver's own organisation.
 * @param id the driver; undefined for a new one
 */
export async function readDriverFormChoices(db: Queryable, scope: Scope, id: number | undefined) {
  const organisationId = id === undefined ? scope.organisationId : await lockDriver(db, scope, id);
  const [groups, users] = await Promise.all([
    firstRows<Named>(db, 'SELECT id, name FROM vehicle_groups WHERE organisation_id = $1 ORDER BY lower(name), id', [
      organisationId,
    ]),
    firstRows<Named>(
      db,
      `SELECT u.id, concat_ws(' · ', u.display_name, u.username) AS name FROM users u
       WHERE u.organisation_id = $1 AND u.disabled_at IS NULL AND NOT EXISTS (
         SELECT FROM drivers d WHERE d.user_id = u.id AND d.deleted_at IS NULL AND d.id IS DISTINCT FROM $2::int)
       ORDER BY lower(u.display_name), u.id`,
      [organisationId, id ?? null],
    ),
  ]);
  return { groups: groups.rows, groupsTotal: groups.total, users: users.rows, usersTotal: users.total };
}
