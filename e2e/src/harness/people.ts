import { inDatabase } from './database.ts';
import type { TestServer } from './server-process.ts';

/** Adds a user with a role of the root organisation and the administrator's password, without an invitation. */
export async function addUser(server: TestServer, username: string, role: string): Promise<void> {
  const added = await inDatabase(
    server,
    `INSERT INTO users (organisation_id, role_id, username, name_key, display_name, user_type, password_hash)
     SELECT a.organisation_id, r.id, $1, lower($1), $1, 'user', a.password_hash
     FROM users a JOIN roles r ON r.organisation_id = a.organisation_id AND r.name = $2
     WHERE a.username = $3 RETURNING id`,
    [username, role, server.username],
  );
  if (added.length !== 1) throw new Error(`there is no role ${role}`);
}

/** Ends every session as if it had expired: a browser notices only at its next call. */
export async function endSessions(server: TestServer, username = server.username): Promise<void> {
  await inDatabase(
    server,
    `UPDATE login_sessions SET expires_at = now() - interval '1 second'
     WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
    [username],
  );
}

/** Grants a role exactly these actions on a menu; an empty list revokes the menu. */
export async function grant(server: TestServer, role: string, menuKey: string, actions: string[]): Promise<void> {
  const can = ['view', 'create', 'edit', 'delete'].map((action) => actions.includes(action));
  await inDatabase(
    server,
    `INSERT INTO role_permissions (role_id, menu_id, can_view, can_create, can_edit, can_delete)
     SELECT r.id, m.id, $3, $4, $5, $6 FROM roles r, menus m WHERE r.name = $1 AND m.key = $2
     ON CONFLICT (role_id, menu_id) DO UPDATE SET can_view = excluded.can_view, can_create = excluded.can_create,
       can_edit = excluded.can_edit, can_delete = excluded.can_delete`,
    [role, menuKey, ...can],
  );
}
