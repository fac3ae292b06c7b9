import type { Queryable } from '../database.ts';

/** Records that this version runs. Call it before the first account is created. */
export async function recordVersion(db: Queryable, version: string): Promise<void> {
  await db.query('INSERT INTO server_versions (version) VALUES ($1) ON CONFLICT DO NOTHING', [version]);
}

/** Whether a person had an account before this version, and has not closed its news. */
export async function hasNews(db: Queryable, userId: number, version: string): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM users u JOIN server_versions s ON s.version = $2
      WHERE u.id = $1 AND u.created_at < s.first_started_at AND u.news_seen IS DISTINCT FROM $2`,
    [userId, version],
  );
  return rows.length > 0;
}

/** Shows the news of this version to the person no more. */
export async function closeNews(db: Queryable, userId: number, version: string): Promise<void> {
  await db.query('UPDATE users SET news_seen = $2 WHERE id = $1', [userId, version]);
}
