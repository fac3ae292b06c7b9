import type { Action } from '@milepost/contract/rights';
import type { BasicRole } from '../store/roles/basic-roles.ts';
import type { Queryable } from '../store/database.ts';
import { nameKey } from '../store/people/name-key.ts';
import { onlyRow } from '../store/rows.ts';
import { quickHash } from './quick-hash.ts';

/** Adds an organisation below another; null for the root. Returns its id. */
export async function addOrganisation(db: Queryable, name: string, parentId: number | null = null): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO organisations (name, parent_id)
     VALUES ($1, coalesce($2, (SELECT id FROM organisations WHERE parent_id IS NULL))) RETURNING id`,
    [name, parentId],
  );
  return onlyRow(made).id;
}

/** Adds a user with a role that only this user has; returns the user's id. */
export async function addUser(
  db: Queryable,
  user: {
    username: string;
    password: string;
    organisationId: number;
    grants: BasicRole['grants'];
    /** The role's priority; 100 when omitted. */
    priority?: number;
    email?: string;
  },
): Promise<number> {
  const role = await db.query<{ id: number }>(
    'INSERT INTO roles (organisation_id, name, priority) VALUES ($1, $2, $3) RETURNING id',
    [user.organisationId, `Role of ${user.username}`, user.priority ?? 100],
  );
  const roleId = onlyRow(role).id;
  const granted = Object.entries(user.grants);
  const may = (action: Action) => granted.map(([, actions]) => actions.includes(action));
  await db.query(
    `INSERT INTO role_permissions (role_id, menu_id, can_view, can_create, can_edit, can_delete)
     SELECT $1, m.id, g.can_view, g.can_create, g.can_edit, g.can_delete
     FROM unnest($2::text[], $3::boolean[], $4::boolean[], $5::boolean[], $6::boolean[])
       AS g (key, can_view, can_create, can_edit, can_delete) JOIN menus m ON m.key = g.key`,
    [roleId, granted.map(([key]) => key), may('view'), may('create'), may('edit'), may('delete')],
  );
  const made = await db.query<{ id: number }>(
    `INSERT INTO users (organisation_id, role_id, username, name_key, display_name, password_hash, email)
     VALUES ($1, $2, $3, $6, $3, $4, $5) RETURNING id`,
    [
      user.organisationId,
      roleId,
      user.username,
      await quickHash(user.password),
      user.email ?? null,
      nameKey(user.username),
    ],
  );
  return onlyRow(made).id;
}
