import type { Queryable } from '../database.ts';
import { nameKey } from './name-key.ts';

/** The user name of the first administrator. */
export const ADMIN = 'admin';

export async function findAdmin(db: Queryable): Promise<{ id: number; passwordHash: string | null } | null> {
  const { rows } = await db.query<{ id: number; passwordHash: string | null }>(
    'SELECT id, password_hash AS "passwordHash" FROM users WHERE name_key = $1',
    [nameKey(ADMIN)],
  );
  return rows[0] ?? null;
}

export async function insertAdmin(
  db: Queryable,
  { organisationId, roleId, passwordHash }: { organisationId: number; roleId: number; passwordHash: string },
): Promise<void> {
  await db.query(
    `INSERT INTO users (organisation_id, role_id, username, name_key, display_name, user_type, password_hash)
     VALUES ($1, $2, $3, $5, 'Administrator', 'admin', $4)`,
    [organisationId, roleId, ADMIN, passwordHash, nameKey(ADMIN)],
  );
}

/** Sets the password of an administrator, and enables the account without a limit if it was disabled or limited. */
export async function restoreAdmin(db: Queryable, id: number, passwordHash: string): Promise<void> {
  await db.query('UPDATE users SET password_hash = $2, disabled_at = NULL, limited = false WHERE id = $1', [
    id,
    passwordHash,
  ]);
}
