import type { Queryable } from '../database.ts';
import { closeMailsOf, type WrittenMail } from '../mail/mails.ts';
import type { Account } from './accounts.ts';

export type LinkPurpose = 'reset' | 'invitation';

/** A link for a user, and the person it may be shown to; null for nobody. */
export interface LinkFor {
  user: Account & { email: string };
  purpose: LinkPurpose;
  shownTo: number | null;
}

/** The mail with a link. */
export interface LinkMail extends WrittenMail {
  /** The link of an invitation that is not sent, for the inviting person to pass on; otherwise null. */
  link: string | null;
}

/** The hours for which a link is valid. */
const LIFE_HOURS: Record<LinkPurpose, number> = { reset: 1, invitation: 7 * 24 };

/** Stores a link; the user's older one for the same purpose becomes invalid. */
export async function insertPasswordLink(
  db: Queryable,
  link: { userId: number; tokenHash: Buffer; purpose: LinkPurpose; shownTo: number | null },
): Promise<void> {
  // A password reset does not invalidate an invitation, since anybody can request a reset.
  await db.query('DELETE FROM password_links WHERE user_id = $1 AND purpose = $2', [link.userId, link.purpose]);
  await db.query(
    `INSERT INTO password_links (token_hash, user_id, purpose, expires_at, shown_to)
     VALUES ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
    [link.tokenHash, link.userId, link.purpose, LIFE_HOURS[link.purpose], link.shownTo],
  );
}

/** The user of a link; null if it expired or was used, or the user is disabled. */
export async function findPasswordLink(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ username: string; purpose: LinkPurpose } | null> {
  const { rows } = await db.query<{ username: string; purpose: LinkPurpose }>(
    `SELECT u.username, l.purpose FROM password_links l JOIN users u ON u.id = l.user_id
     WHERE l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > now() AND u.disabled_at IS NULL`,
    [tokenHash],
  );
  return rows[0] ?? null;
}

/**
 * Consumes a link; returns its user and whether it came by mail, or null if it expired or was used, or the user is
 * disabled.
 */
export async function usePasswordLink(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ userId: number; mailed: boolean } | null> {
  const { rows } = await db.query<{ user_id: number; mailed: boolean }>(
    `UPDATE password_links l SET used_at = now() FROM users u
     WHERE l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > now()
       AND u.id = l.user_id AND u.disabled_at IS NULL RETURNING l.user_id, l.shown_to IS NULL AS mailed`,
    [tokenHash],
  );
  return rows[0] ? { userId: rows[0].user_id, mailed: rows[0].mailed } : null;
}

/** Invalidates the links of these users, and cancels waiting mails with one. */
export async function endPasswordLinks(db: Queryable, userIds: readonly number[]): Promise<void> {
  await db.query('DELETE FROM password_links WHERE user_id = ANY($1)', [userIds]);
  await closeMailsOf(db, userIds);
}

/**
 * Invalidates the links of these users after a change of their rights, and links that were shown to them to be passed
 * on, with which they could keep the lost rights.
 */
export async function endLinksAround(db: Queryable, userIds: readonly number[]): Promise<void> {
  await endPasswordLinks(db, userIds);
  await db.query('DELETE FROM password_links WHERE shown_to = ANY($1)', [userIds]);
}

/** Invalidates the links of everybody with this role: the creator of a link must not gain what the role grants now. */
export async function endLinksOfRole(db: Queryable, roleId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM users WHERE role_id = $1', [roleId]);
  await endLinksAround(db, idsOf(rows));
}

/** Invalidates the links of everybody in this organisation and below it, as other people manage them now. */
export async function endLinksOfSuborganisations(db: Queryable, organisationId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `WITH RECURSIVE tree AS (
       SELECT $1::int AS id
       UNION
       SELECT o.id FROM organisations o JOIN tree ON o.parent_id = tree.id
     )
     SELECT u.id FROM users u JOIN tree ON u.organisation_id = tree.id`,
    [organisationId],
  );
  await endLinksAround(db, idsOf(rows));
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
