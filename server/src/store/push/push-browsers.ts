import type { PushBrowser } from '@milepost/contract/push-operations';
import { AppError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

interface BrowserRow extends Omit<PushBrowser, 'createdAt' | 'lastToldAt'> {
  createdAt: Date;
  lastToldAt: Date | null;
}

const COLUMNS = `id, endpoint, user_agent AS "userAgent", created_at AS "createdAt", last_told_at AS "lastToldAt", fault`;

const toBrowser = (row: BrowserRow): PushBrowser => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastToldAt: row.lastToldAt?.toISOString() ?? null,
});

/** The most browsers of a person; the oldest is removed. */
const MAX_BROWSERS = 20;

/** The browsers that show this person's notifications. */
export async function listPushBrowsers(db: Queryable, userId: number): Promise<PushBrowser[]> {
  const { rows } = await db.query<BrowserRow>(`SELECT ${COLUMNS} FROM push_browsers WHERE user_id = $1 ORDER BY id`, [
    userId,
  ]);
  return rows.map(toBrowser);
}

/**
 * Adds the caller's browser. It belongs to the person who subscribed last: if two people share a browser, pending
 * messages of the earlier one are not shown to the other.
 */
export async function savePushBrowser(
  db: Queryable,
  userId: number,
  browser: { endpoint: string; p256dh: string; auth: string; userAgent: string },
): Promise<PushBrowser> {
  await db.query(
    `DELETE FROM push_messages m USING push_browsers b WHERE m.browser_id = b.id AND b.endpoint = $1 AND b.user_id <> $2`,
    [browser.endpoint, userId],
  );
  const saved = await db.query<BrowserRow>(
    `INSERT INTO push_browsers (user_id, endpoint, p256dh, auth, user_agent) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (endpoint) DO UPDATE SET user_id = $1, p256dh = $3, auth = $4, user_agent = $5, fault = NULL
     RETURNING ${COLUMNS}`,
    [userId, browser.endpoint, browser.p256dh, browser.auth, browser.userAgent.slice(0, 300)],
  );
  await db.query(
    `DELETE FROM push_browsers WHERE user_id = $1 AND id NOT IN (
       SELECT id FROM push_browsers WHERE user_id = $1 ORDER BY id DESC LIMIT ${MAX_BROWSERS})`,
    [userId],
  );
  return toBrowser(onlyRow(saved));
}

/** @throws AppError `not-found` for a browser that is not the caller's */
export async function deletePushBrowser(db: Queryable, userId: number, id: number): Promise<void> {
  const { rowCount } = await db.query('DELETE FROM push_browsers WHERE id = $2 AND user_id = $1', [userId, id]);
  if (rowCount !== 1) throw new AppError('not-found', 'no-browser');
}

/** Ends the notifications of a user in all browsers, except the one with this endpoint. */
export async function endPushBrowsersOf(
  db: Queryable,
  actor: Actor,
  { userId, organisationId }: { userId: number; organisationId: number },
  except: string | null,
): Promise<void> {
  const { rowCount } = await db.query(
    'DELETE FROM push_browsers WHERE user_id = $1 AND endpoint IS DISTINCT FROM $2::text',
    [userId, except],
  );
  const entry = { organisationId, subject: 'user', subjectId: userId, action: 'push-off' } as const;
  if (rowCount) await record(db, actor, { ...entry, before: null, after: null });
}

/** @throws AppError `not-found` for a browser that is not the caller's */
export async function checkPushBrowser(db: Queryable, userId: number, id: number): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM push_browsers WHERE id = $2 AND user_id = $1', [userId, id]);
  if (rowCount !== 1) throw new AppError('not-found', 'no-browser');
}
