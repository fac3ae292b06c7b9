import type { Queryable } from './database.ts';

export type LinkPurpose = 'reset' | 'invitation';

/** Hours that a link works. */
const LIFE_HOURS: Record<LinkPurpose, number> = { reset: 1, invitation: 7 * 24 };

/** Keeps a link; the older ones of the user stop working. */
export async function insertPasswordLink(
  db: Queryable,
  link: { userId: number; tokenHash: Buffer; purpose: LinkPurpose },
): Promise<void> {
  await db.query('DELETE FROM password_links WHERE user_id = $1', [link.userId]);
  await db.query(
    `INSERT INTO password_links (token_hash, user_id, purpose, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(hours => $4))`,
    [link.tokenHash, link.userId, link.purpose, LIFE_HOURS[link.purpose]],
  );
}

/** Uses a link up; returns whose it was, or null when it ran out or was used, or the user is disabled. */
export async function usePasswordLink(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  const { rows } = await db.query<{ user_id: number }>(
    `UPDATE password_links l SET used_at = now() FROM users u
     WHERE l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > now()
       AND u.id = l.user_id AND u.disabled_at IS NULL RETURNING l.user_id`,
    [tokenHash],
  );
  return rows[0]?.user_id ?? null;
}

/** The links of a user stop working. */
export async function endPasswordLinks(db: Queryable, userId: number): Promise<void> {
  await db.query('DELETE FROM password_links WHERE user_id = $1', [userId]);
}
