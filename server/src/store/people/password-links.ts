import type { Queryable } from '../database.ts';
import { closeMailsOf, type WrittenMail } from '../mail/mails.ts';
import type { Account } from './accounts.ts';

export type LinkPurpose = 'reset' | 'invitation';

/** A link for somebody, by who may be shown it; null where nobody is. */
export interface LinkFor {
  user: Account & { email: string };
  purpose: LinkPurpose;
  shownTo: number | null;
}

/** The mail that carries a link. */
export interface LinkMail extends WrittenMail {
  /** That of an invitation which is not sent, for its maker to pass on; else null. */
  link: string | null;
}

/** Hours that a link works. */
const LIFE_HOURS: Record<LinkPurpose, number> = { reset: 1, invitation: 7 * 24 };

/** Keeps a link; the older one of the user for the same purpose stops working. */
export async function insertPasswordLink(
  db: Queryable,
  link: { userId: number; tokenHash: Buffer; purpose: LinkPurpose; shownTo: number | null },
): Promise<void> {
  // Not an invitation for somebody's asking for a new password: that may be a stranger.
  await db.query('DELETE FROM password_links WHERE user_id = $1 AND purpose = $2', [link.userId, link.purpose]);
  await db.query(
    `INSERT INTO password_links (token_hash, user_id, purpose, expires_at, shown_to)
     VALUES ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
    [link.tokenHash, link.userId, link.purpose, LIFE_HOURS[link.purpose], link.shownTo],
  );
}

/** Whom a link is for; null where it ran out or was used, or the user is disabled. */
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

/** Uses a link up; returns whose it was and whether it came by mail, or null when it ran out or was used, or the user is disabled. */
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

/** The links of these users stop working, and mails with one that wait are not sent. */
export async function endPasswordLinks(db: Queryable, userIds: readonly number[]): Promise<void> {
  await db.query('DELETE FROM password_links WHERE user_id = ANY($1)', [userIds]);
  await closeMailsOf(db, userIds);
}

/**
 * The rights of these users change: their links stop working, and those that were shown to them to be passed on, by
 * which they could keep what they lose.
 */
export async function endLinksAround(db: Queryable, userIds: readonly number[]): Promise<void> {
  await endPasswordLinks(db, userIds);
  await db.query('DELETE FROM password_links WHERE shown_to = ANY($1)', [userIds]);
}

/** The links of everybody who has this role stop working: who made one may not reach what the role grants now. */
export async function endLinksOfRole(db: Queryable, roleId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM users WHERE role_id = $1', [roleId]);
  await endLinksAround(db, idsOf(rows));
}

/** The links of everybody in this organisation and below it stop working: others manage them now. */
export async function endLinksBelow(db: Queryable, organisationId: number): Promise<void> {
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
