import type { Queryable } from './database.ts';
import { nameKey } from './name-key.ts';

/** A user as mails and the change of a password need them. */
export interface Account {
  id: number;
  organisationId: number;
  username: string;
  displayName: string;
  email: string | null;
  passwordHash: string | null;
  disabled: boolean;
}

const COLUMNS = `id, organisation_id AS "organisationId", username, display_name AS "displayName", email,
  password_hash AS "passwordHash", disabled_at IS NOT NULL AS disabled`;

export async function findAccount(db: Queryable, id: number): Promise<Account | null> {
  const { rows } = await db.query<Account>(`SELECT ${COLUMNS} FROM users WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Who has this user name, else who alone has this e-mail address. */
export async function findAccountByNameOrEmail(db: Queryable, typed: string): Promise<Account | null> {
  const byName = await db.query<Account>(`SELECT ${COLUMNS} FROM users WHERE name_key = $1`, [nameKey(typed)]);
  if (byName.rows[0]) return byName.rows[0];
  const byEmail = await db.query<Account>(`SELECT ${COLUMNS} FROM users WHERE lower(email COLLATE "C") = $1`, [
    typed.toLowerCase(),
  ]);
  return byEmail.rows.length === 1 ? (byEmail.rows[0] ?? null) : null;
}

export async function setPasswordHash(db: Queryable, userId: number, hash: string): Promise<void> {
  await db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, hash]);
}
