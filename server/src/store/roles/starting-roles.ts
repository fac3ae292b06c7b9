import type { Action } from '@milepost/contract/rights';
import { type Actor, audited } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { type BasicRole, STARTING_ROLES } from './basic-roles.ts';
import type { Manager } from './manager.ts';

const LAST_PRIORITY = 1000;

/**
 * Gives a new organisation the roles that it starts with. They are below the role of who makes the organisation, and grant
 * nothing that this one lacks; where nothing can be below, there are none. One of which nothing is left is not made.
 */
export async function addStartingRoles(
  db: Queryable,
  manager: Manager,
  actor: Actor,
  organisationId: number,
): Promise<void> {
  for (const role of STARTING_ROLES) await addRole(db, manager, actor, organisationId, role);
}

async function addRole(
  db: Queryable,
  { roleId, priority: own }: Manager,
  actor: Actor,
  organisationId: number,
  { name, priority: usual, grants }: BasicRole,
): Promise<void> {
  const priority = Math.max(usual, own + 1);
  if (priority > LAST_PRIORITY) return;
  const granted = Object.entries(grants);
  const { rowCount } = await db.query(
    `SELECT FROM menus m JOIN role_permissions mine ON mine.menu_id = m.id AND mine.role_id = $1
     WHERE mine.can_view AND m.key = ANY($2)`,
    [roleId, granted.map(([key]) => key)],
  );
  if (rowCount === 0) return;
  await audited(db, actor, { subject: 'role', id: null, action: 'create' }, async () => {
    const made = await db.query<{ id: number }>(
      'INSERT INTO roles (organisation_id, name, priority) VALUES ($1, $2, $3) RETURNING id',
      [organisationId, name, priority],
    );
    const { id } = onlyRow(made);
    const may = (action: Action) => granted.map(([, actions]) => actions.includes(action));
    await db.query(
      `INSERT INTO role_permissions (role_id, menu_id, can_view, can_create, can_edit, can_delete)
       SELECT $1, m.id, true, g.can_create AND mine.can_create, g.can_edit AND mine.can_edit,
              g.can_delete AND mine.can_delete
       FROM unnest($3::text[], $4::boolean[], $5::boolean[], $6::boolean[]) AS g (key, can_create, can_edit, can_delete)
         JOIN menus m ON m.key = g.key JOIN role_permissions mine ON mine.menu_id = m.id AND mine.role_id = $2
       WHERE mine.can_view`,
      [id, roleId, granted.map(([key]) => key), may('create'), may('edit'), may('delete')],
    );
    return id;
  });
}

/** Removes those roles again with their organisation, unless somebody has one. */
export async function removeStartingRoles(db: Queryable, organisationId: number): Promise<void> {
  await db.query(
    `DELETE FROM roles r WHERE r.organisation_id = $1 AND r.name = ANY($2)
       AND NOT EXISTS (SELECT FROM users u WHERE u.role_id = r.id)`,
    [organisationId, STARTING_ROLES.map(({ name }) => name)],
  );
}
