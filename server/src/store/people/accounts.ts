import type { Language } from '../../texts/text.ts';
import type { Queryable } from '../database.ts';
import { nameKey } from './name-key.ts';

/** A user as mails and the change of a password need them. */
export interface Account {
  id: number;
  organisationId: number;
  organisation: string;
  username: string;
  displayName: string;
  email: string | null;
  /** Whether the address is one that somebody else set before the person's role or organisation changed. */
  emailHeld: boolean;
  passwordHash: string | null;
  disabled: boolean;
  language: Language;
}

const COLUMNS = `id, organisation_id AS "organisationId",
  (SELECT o.name FROM organisations o WHERE o.id = users.organisation_id) AS organisation, username, display_name AS "displayName", email,
  email_doubt IS NOT DISTINCT FROM 'held' AS "emailHeld", password_hash AS "passwordHash", disabled_at IS NOT NULL AS disabled, language`;

export async function findAccount(db: Queryable, id: number): Promise<Account | null> {
  const { rows } = await db.query<Account>(`SELECT ${COLUMNS} FROM users WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/**
 * Who has this user name, and everybody who has this e-mail address: whoever else takes somebody's address, or for a
 * user name, must not come between.
 */
export async function listAccountsByNameOrEmail(db: Queryable, typed: string): Promise<Account[]> {
  const { rows } = await db.query<Account>(
    `SELECT ${COLUMNS} FROM users WHERE name_key = $1 OR lower(email COLLATE "C") = $2 ORDER BY id`,
    [nameKey(typed), typed.toLowerCase()],
  );
  return rows;
}

/** The language in which a person is told of things; English where nobody is. */
export async function languageOf(db: Queryable, userId: number): Promise<Language> {
  const { rows } = await db.query<{ language: Language }>('SELECT language FROM users WHERE id = $1', [userId]);
  return rows[0]?.language ?? 'en';
}

/** The person has shown that the e-mail address is the own one. */
export async function confirmEmail(db: Queryable, userId: number): Promise<void> {
  await db.query('UPDATE users SET email_doubt = NULL WHERE id = $1', [userId]);
}

export async function setPasswordHash(db: Queryable, userId: number, hash: string): Promise<void> {
  await db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, hash]);
}
