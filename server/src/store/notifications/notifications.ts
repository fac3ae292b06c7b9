import type { Severity } from '@milepost/contract/fact-operations';
import type { Notification } from '@milepost/contract/profile-operations';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

export interface NewNotification {
  userId: number;
  kind: Notification['kind'];
  title: string;
  text: string;
  /** The path that it opens; left out: none. */
  path?: string;
  /** The severity of its alarm. */
  severity?: Severity;
  /** It appears in the bell without a pop-up. */
  quiet?: boolean;
}

/** The number of entries on a page of the bell. */
const PAGE_SIZE = 50;

export async function insertNotification(db: Queryable, one: NewNotification): Promise<void> {
  await db.query(
    'INSERT INTO notifications (user_id, kind, title, text, path, severity, quiet) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [one.userId, one.kind, one.title, one.text, one.path ?? '', one.severity ?? null, one.quiet ?? false],
  );
}

/**
 * A page of a user's notifications, newest first, and the total of all pages.
 * @param before the id of the last one on the previous page; null is the first page
 */
export async function listNotifications(
  db: Queryable,
  userId: number,
  unreadOnly: boolean,
  before: number | null,
): Promise<{ rows: Notification[]; more: boolean; total: number }> {
  const listed = 'user_id = $1 AND (NOT $2 OR read_at IS NULL)';
  const [page, counted] = await Promise.all([
    db.query<Omit<Notification, 'at'> & { at: Date }>(
      `SELECT id, at, kind, title, text, path, severity, quiet, read_at IS NOT NULL AS read FROM notifications
       WHERE ${listed} AND ($3::int IS NULL OR id < $3) ORDER BY id DESC LIMIT ${PAGE_SIZE + 1}`,
      [userId, unreadOnly, before],
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM notifications WHERE ${listed}`, [
      userId,
      unreadOnly,
    ]),
  ]);
  return {
    rows: page.rows.slice(0, PAGE_SIZE).map((row) => ({ ...row, at: row.at.toISOString() })),
    more: page.rows.length > PAGE_SIZE,
    total: onlyRow(counted).total,
  };
}

export async function countUnread(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(
    'SELECT count(*)::int AS unread FROM notifications WHERE user_id = $1 AND read_at IS NULL',
    [userId],
  );
  return rows[0]?.unread ?? 0;
}

/** Marks one of the user's notifications as read, or all (null). */
export async function markRead(db: Queryable, userId: number, id: number | null): Promise<void> {
  await db.query(
    `UPDATE notifications SET read_at = now() WHERE user_id = $1 AND ($2::int IS NULL OR id = $2) AND read_at IS NULL`,
    [userId, id],
  );
}
