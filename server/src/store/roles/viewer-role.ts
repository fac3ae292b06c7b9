import { type Actor, audited } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { VIEWER } from './basic-roles.ts';
import type { Manager } from './manager.ts';

const LAST_PRIORITY = 1000;

/**
 * Gives a new organisation its role for guests. It is below the role of who makes the organisation, and grants nothing
 * that this one lacks; where nothing can be below, there is none.
 */
export async function addViewerRole(
  db: Queryable,
  { roleId, priority: own }: Manager,
  actor: Actor,
  organisationId: number,
): Promise<void> {
  const priority = Math.max(VIEWER.priority, own + 1);
  if (priority > LAST_PRIORITY) return;
  await audited(db, actor, { subject: 'role', id: null, action: 'create' }, async () => {
    const made = await db.query<{ id: number }>(
      'INSERT INTO roles (organisation_id, name, priority) VALUES ($1, $2, $3) RETURNING id',
      [organisationId, VIEWER.name, priority],
    );
    const { id } = onlyRow(made);
    await db.query(
      `INSERT INTO role_permissions (role_id, menu_id, can_view)
       SELECT $1, m.id, true FROM menus m JOIN role_permissions mine ON mine.menu_id = m.id AND mine.role_id = $2
       WHERE mine.can_view AND m.key = ANY($3)`,
      [id, roleId, Object.keys(VIEWER.grants)],
    );
    return id;
  });
}

/** Removes that role again with its organisation, unless somebody has it. */
export async function removeViewerRole(db: Queryable, organisationId: number): Promise<void> {
  await db.query(
    `DELETE FROM roles r WHERE r.organisation_id = $1 AND r.name = $2
       AND NOT EXISTS (SELECT FROM users u WHERE u.role_id = r.id)`,
    [organisationId, VIEWER.name],
  );
}
