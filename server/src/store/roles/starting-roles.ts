import type { Action } from '@milepost/contract/rights';
import { type Actor, audited } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { type BasicRole, STARTING_ROLES } from './basic-roles.ts';
import type { Manager } from './manager.ts';

const LAST_PRIORITY = 1000;

/** The role below which the starting roles are created, and whose grants they cannot exceed. */
type Giver = Pick<Manager, 'roleId' | 'priority'>;

/**
 * Adds the starting roles that an organisation lacks by name. They are below the giver's role and grant nothing that it
 * lacks; if no role can be below, none are added. A role left without any grants is not created.
 * @param actor null if the server itself creates the organisation, which is not logged
 * @returns the names of the created roles
 */
export async function addStartingRoles(
  db: Queryable,
  giver: Giver,
  actor: Actor | null,
  organisationId: number,
): Promise<string[]> {
  const missing = await findMissingRoles(db, giver, organisationId);
  for (const { name } of missing) {
    const role = STARTING_ROLES.find((one) => one.name === name);
    if (!role) continue;
    const insert = () => insertRole(db, giver, organisationId, role);
    await (actor === null ? insert() : audited(db, actor, { subject: 'role', id: null, action: 'create' }, insert));
  }
  if (missing.length > 0) await checkQuota(db, 'role', organisationId);
  return missing.map(({ name }) => name);
}

const priorityOf = (giver: Giver, { priority }: BasicRole) => Math.max(priority, giver.priority + 1);

/** The starting roles that `addStartingRoles` would create now. */
export async function findMissingRoles(
  db: Queryable,
  giver: Giver,
  organisationId: number,
): Promise<{ name: string }[]> {
  const possible = STARTING_ROLES.filter((role) => priorityOf(giver, role) <= LAST_PRIORITY);
  const grants = possible.flatMap(({ name, grants: of }) => Object.keys(of).map((key) => ({ name, key })));
  const { rows } = await db.query<{ name: string }>(
    `SELECT g.name FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS g (name, key, position)
       JOIN menus m ON m.key = g.key JOIN role_permissions mine ON mine.menu_id = m.id AND mine.role_id = $1
     WHERE mine.can_view AND NOT EXISTS (
       SELECT FROM roles r WHERE r.organisation_id = $2 AND lower(r.name) = lower(g.name))
     GROUP BY g.name ORDER BY min(g.position)`,
    [giver.roleId, organisationId, grants.map(({ name }) => name), grants.map(({ key }) => key)],
  );
  return rows;
}

async function insertRole(db: Queryable, giver: Giver, organisationId: number, role: BasicRole): Promise<number> {
  const made = await db.query<{ id: number }>(
    'INSERT INTO roles (organisation_id, name, priority) VALUES ($1, $2, $3) RETURNING id',
    [organisationId, role.name, priorityOf(giver, role)],
  );
  const { id } = onlyRow(made);
  const granted = Object.entries(role.grants);
  const may = (action: Action) => granted.map(([, actions]) => actions.includes(action));
  await db.query(
    `INSERT INTO role_permissions (role_id, menu_id, can_view, can_create, can_edit, can_delete)
     SELECT $1, m.id, true, g.can_create AND mine.can_create, g.can_edit AND mine.can_edit,
            g.can_delete AND mine.can_delete
     FROM unnest($3::text[], $4::boolean[], $5::boolean[], $6::boolean[]) AS g (key, can_create, can_edit, can_delete)
       JOIN menus m ON m.key = g.key JOIN role_permissions mine ON mine.menu_id = m.id AND mine.role_id = $2
     WHERE mine.can_view`,
    [id, giver.roleId, granted.map(([key]) => key), may('create'), may('edit'), may('delete')],
  );
  return id;
}

/** Deletes these roles together with their organisation, unless somebody has one. */
export async function removeStartingRoles(db: Queryable, organisationId: number): Promise<void> {
  await db.query(
    `DELETE FROM roles r WHERE r.organisation_id = $1 AND r.name = ANY($2)
       AND NOT EXISTS (SELECT FROM users u WHERE u.role_id = r.id)`,
    [organisationId, STARTING_ROLES.map(({ name }) => name)],
  );
}
