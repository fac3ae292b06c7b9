import type { Language } from '@milepost/contract/languages';
import type { Queryable } from '../database.ts';
import { nameKey } from './name-key.ts';

/** A user with the properties that mails and password changes need. */
export interface Account {
  id: number;
  organisationId: number;
  organisation: string;
  username: string;
  displayName: string;
  email: string | null;
  /** True if somebody else set the address before the person's role or organisation changed. */
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
 * The users with this user name or e-mail address: somebody who uses another person's address, also as a user name,
 * must not get in between.
 */
export async function listAccountsByNameOrEmail(db: Queryable, typed: string): Promise<Account[]> {
  const { rows } = await db.query<Account>(
    `SELECT ${COLUMNS} FROM users WHERE name_key = $1 OR lower(email COLLATE "C") = $2 ORDER BY id`,
    [nameKey(typed), typed.toLowerCase()],
  );
  return rows;
}

/** The language of a user's notifications; English if the user does not exist. */
export async function languageOf(db: Queryable, userId: number): Promise<Language> {
  const { rows } = await db.query<{ language: Language }>('SELECT language FROM users WHERE id = $1', [userId]);
  return rows[0]?.language ?? 'en';
}

/** Records that the person has proved ownership of the e-mail address. */
export async function confirmEmail(db: Queryable, userId: number): Promise<void> {
  await db.query('UPDATE users SET email_doubt = NULL WHERE id = $1', [userId]);
}

export async function setPasswordHash(db: Queryable, userId: number, hash: string): Promise<void> {
  await db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, hash]);
}
