import type { Fault } from '@milepost/contract/fault';
import type { Queryable } from '../database.ts';

/** The content that the service worker shows. */
export interface PushPayload {
  title: string;
  text: string;
  /** The path that a click opens. */
  path: string;
  /** A later message with the same tag replaces it. */
  tag: string;
}

/** A message to be sent to a browser. */
export interface PushMessage {
  id: number;
  browserId: number;
  userId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  payload: string;
  urgent: boolean;
  /** Including this one. */
  attempts: number;
}

/** A claimed message is due again after this time, in case its process ends before it reports the result. */
const LEASE = '1 minute';

/** Queues a message to all browsers of a person, or to one. */
export async function queuePush(
  db: Queryable,
  userId: number,
  payload: PushPayload,
  { urgent = false, browserId = null }: { urgent?: boolean; browserId?: number | null } = {},
): Promise<void> {
  await db.query(
    `INSERT INTO push_messages (browser_id, payload, urgent)
     SELECT id, $2, $3 FROM push_browsers WHERE user_id = $1 AND ($4::int IS NULL OR id = $4)`,
    [userId, JSON.stringify(payload), urgent, browserId],
  );
}

/**
 * Claims due messages exclusively. Browsers that could not be reached the last time come after the others, so that an
 * unresponsive push service does not delay other people's alarms. People who can no longer sign in receive nothing.
 */
export async function claimPushMessages(db: Queryable, most: number): Promise<PushMessage[]> {
  const { rows } = await db.query<PushMessage>(
    `WITH due AS (
       SELECT q.id FROM push_messages q JOIN push_browsers x ON x.id = q.browser_id
       JOIN users u ON u.id = x.user_id AND u.disabled_at IS NULL
       WHERE q.due_at <= now() ORDER BY x.fault IS NOT NULL, q.due_at LIMIT $1 FOR UPDATE OF q SKIP LOCKED
     )
     UPDATE push_messages m SET attempts = m.attempts + 1, due_at = now() + interval '${LEASE}'
     FROM due, push_browsers b WHERE m.id = due.id AND b.id = m.browser_id
     RETURNING m.id, m.browser_id AS "browserId", b.user_id AS "userId", b.endpoint, b.p256dh, b.auth, m.payload,
               m.urgent, m.attempts`,
    [most],
  );
  return rows;
}

/** Ends a message that was delivered, or given up: the browser then shows the fault until a message succeeds. */
export async function endPushMessage(db: Queryable, message: PushMessage, fault: Fault | null): Promise<void> {
  await db.query('DELETE FROM push_messages WHERE id = $1', [message.id]);
  await db.query(
    'UPDATE push_browsers SET fault = $2, last_told_at = CASE WHEN $2::jsonb IS NULL THEN now() ELSE last_told_at END WHERE id = $1',
    [message.browserId, fault],
  );
}

/** Schedules the next attempt after this many seconds. */
export async function delayPushMessage(db: Queryable, message: PushMessage, afterS: number, fault: Fault) {
  await db.query('UPDATE push_messages SET due_at = now() + make_interval(secs => $2) WHERE id = $1', [
    message.id,
    afterS,
  ]);
  await db.query('UPDATE push_browsers SET fault = $2 WHERE id = $1', [message.browserId, fault]);
}

/** Deletes a browser whose push service reports that it has unsubscribed. */
export async function forgetBrowser(db: Queryable, browserId: number): Promise<void> {
  await db.query('DELETE FROM push_browsers WHERE id = $1', [browserId]);
}
