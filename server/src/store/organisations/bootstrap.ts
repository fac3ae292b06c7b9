import { MENUS } from '@milepost/contract/menus';
import { generatePassword, hashPassword, verifyPassword } from '../../auth/passwords.ts';
import { byKnown, byName } from '../../auth/throttle.ts';
import { record } from '../audit/audit.ts';
import { ADMINISTRATOR, type BasicRole, OTHER_ROLES, VIEWER } from '../roles/basic-roles.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { endSessionsOfUser } from '../people/login-sessions.ts';
import { endPasswordLinks } from '../people/password-links.ts';
import { fillNameKeys, nameKey } from '../people/name-key.ts';
import { onlyRow } from '../rows.ts';
import { forgetFailures } from '../people/sign-in-failures.ts';
import { removeTwoFactor } from '../people/two-factor.ts';

const ADMIN = 'admin';
const ROOT_NAME = 'Milepost';

/**
 * Makes what every installation needs: the root organisation, menus, roles and the first administrator. Runs at each
 * start after the migrations; several processes may at once. What is there stays as it is, but entries of the menu are
 * always this version's where no administrator changed them, and a given `adminPassword` always holds (so that a lost
 * one can be replaced; a new one also ends two-factor sign-in).
 * @returns the administrator's name, and the password when it was generated just now, which is the only time to show it
 */
export function ensureBasics(
  database: Database,
  { adminPassword }: { adminPassword?: string | undefined } = {},
): Promise<{ username: string; password: string | null }> {
  return inTransaction(database, async (db) => {
    await db.query(`SELECT pg_advisory_xact_lock(hashtext('ensureBasics'))`);
    const { id: organisationId, made } = await ensureRoot(db);
    await ensureMenus(db);
    const roleId = await ensureRole(db, organisationId, ADMINISTRATOR, 'overwrite');
    for (const role of OTHER_ROLES) await ensureRole(db, organisationId, role, 'keep');
    // Once: who removes it does not want it back.
    if (made) await ensureRole(db, organisationId, VIEWER, 'keep');
    await fillNameKeys(db);
    return ensureAdmin(db, organisationId, roleId, adminPassword);
  });
}

async function ensureRoot(db: Queryable): Promise<{ id: number; made: boolean }> {
  const found = await db.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL ORDER BY id');
  if (found.rows[0]) return { id: found.rows[0].id, made: false };
  const made = await db.query<{ id: number }>('INSERT INTO organisations (name) VALUES ($1) RETURNING id', [ROOT_NAME]);
  return { id: onlyRow(made).id, made: true };
}

async function ensureMenus(db: Queryable): Promise<void> {
  for (const [position, menu] of MENUS.entries()) {
    await db.query(
      `INSERT INTO menus (key, parent_id, title, path, icon, position, cm)
       VALUES ($1, (SELECT id FROM menus WHERE key = $2), $3, $4, $5, $6, $7)
       ON CONFLICT (key) DO UPDATE SET parent_id = excluded.parent_id, path = excluded.path,
         cm = CASE WHEN menus.edited THEN menus.cm ELSE excluded.cm END,
         title = CASE WHEN menus.edited THEN menus.title ELSE excluded.title END,
         icon = CASE WHEN menus.edited THEN menus.icon ELSE excluded.icon END,
         position = CASE WHEN menus.sorted THEN menus.position ELSE excluded.position END`,
      [menu.key, menu.parent, menu.title, menu.path, menu.icon, position, 'cm' in menu ? menu.cm : 1],
    );
  }
}

async function ensureRole(
  db: Queryable,
  organisationId: number,
  role: BasicRole,
  mode: 'overwrite' | 'keep',
): Promise<number> {
  await db.query(
    'INSERT INTO roles (organisation_id, name, priority) VALUES ($1, $2, $3) ON CONFLICT (organisation_id, name) DO NOTHING',
    [organisationId, role.name, role.priority],
  );
  const found = await db.query<{ id: number }>('SELECT id FROM roles WHERE organisation_id = $1 AND name = $2', [
    organisationId,
    role.name,
  ]);
  const { id } = onlyRow(found);
  const onConflict =
    mode === 'keep'
      ? 'DO NOTHING'
      : `(role_id, menu_id) DO UPDATE SET can_view = excluded.can_view, can_create = excluded.can_create,
           can_edit = excluded.can_edit, can_delete = excluded.can_delete`;
  for (const [key, actions] of Object.entries(role.grants)) {
    const can = (['view', 'create', 'edit', 'delete'] as const).map((action) => actions.includes(action));
    await db.query(
      `INSERT INTO role_permissions (role_id, menu_id, can_view, can_create, can_edit, can_delete)
       SELECT $1, id, $3, $4, $5, $6 FROM menus WHERE key = $2 ON CONFLICT ${onConflict}`,
      [id, key, ...can],
    );
  }
  return id;
}

async function ensureAdmin(
  db: Queryable,
  organisationId: number,
  roleId: number,
  given: string | undefined,
): Promise<{ username: string; password: string | null }> {
  const { rows } = await db.query<{ id: number; password_hash: string | null }>(
    'SELECT id, password_hash FROM users WHERE name_key = $1',
    [nameKey(ADMIN)],
  );
  const admin = rows[0];
  if (!admin) {
    const password = given ?? generatePassword();
    await db.query(
      `INSERT INTO users (organisation_id, role_id, username, name_key, display_name, user_type, password_hash)
       VALUES ($1, $2, $3, $5, 'Administrator', 'admin', $4)`,
      [organisationId, roleId, ADMIN, await hashPassword(password), nameKey(ADMIN)],
    );
    return { username: ADMIN, password: given === undefined ? password : null };
  }
  if (given !== undefined && !(await verifyPassword(admin.password_hash, given))) {
    // Who can set this reaches the machine: it also lets in an administrator who lost the phone, or was disabled.
    await db.query('UPDATE users SET password_hash = $2, disabled_at = NULL, limited = false WHERE id = $1', [
      admin.id,
      await hashPassword(given),
    ]);
    await removeTwoFactor(db, admin.id);
    await endSessionsOfUser(db, admin.id);
    await endPasswordLinks(db, [admin.id]);
    for (const subject of [byName(ADMIN), byKnown(admin.id)]) await forgetFailures(db, subject);
    const server = { userId: null, username: null, address: null };
    const entry = { organisationId, subject: 'user', subjectId: admin.id, action: 'reset-password' } as const;
    await record(db, server, { ...entry, before: null, after: null });
  }
  return { username: ADMIN, password: null };
}
