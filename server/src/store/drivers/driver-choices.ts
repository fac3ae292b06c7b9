import type { Queryable } from '../database.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows } from '../page.ts';
import { linkableSql, linkableValues } from '../people/list-users.ts';
import type { Manager } from '../roles/manager.ts';
import type { Scope } from '../scope.ts';
import { lockDriver } from './drivers.ts';

/**
 * The possible groups of a driver, and the accounts that no other driver uses and that the linker can connect: those of
 * the driver's own organisation.
 * @param linker a person who can connect accounts with drivers, otherwise null
 * @param id the driver; undefined for a new one
 */
export async function readDriverFormChoices(
  db: Queryable,
  scope: Scope,
  linker: Manager | null,
  id: number | undefined,
) {
  const organisationId = id === undefined ? scope.organisationId : await lockDriver(db, scope, id);
  const [groups, users] = await Promise.all([
    firstRows<Ref>(db, 'SELECT id, name FROM vehicle_groups WHERE organisation_id = $1 ORDER BY lower(name), id', [
      organisationId,
    ]),
    linker === null
      ? { rows: [], total: 0 }
      : firstRows<Ref>(
          db,
          `SELECT u.id, concat_ws(' · ', u.display_name, u.username) AS name FROM users u JOIN roles r ON r.id = u.role_id
           WHERE u.organisation_id = $6 AND u.organisation_id = ANY($1) AND u.disabled_at IS NULL AND ${linkableSql(linker)}
             AND NOT EXISTS (SELECT FROM drivers d WHERE d.user_id = u.id AND d.deleted_at IS NULL AND d.id IS DISTINCT FROM $7::int)
           ORDER BY lower(u.display_name), u.id`,
          [...linkableValues(linker), organisationId, id ?? null],
        ),
  ]);
  return { groups: groups.rows, groupsTotal: groups.total, users: users.rows, usersTotal: users.total };
}
