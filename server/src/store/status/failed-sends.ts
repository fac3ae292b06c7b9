import { type FailedMail, type FailedWebhook, MAX_FAILED_SENDS } from '@milepost/contract/server-status';
import { AppError } from '../../errors.ts';
import { MASK } from '../../mask-setting.ts';
import { type Actor, record, recordOfServer } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { HOST_OF_URL } from '../webhooks/webhook-rows.ts';

/** SQL: a mail waits for a person to send it again or to discard it. */
export const FAILED_MAIL = `state = 'failed' AND discarded_at IS NULL AND at > now() - interval '7 days'`;

/** Deliveries of a webhook that was turned off, and tests, fail before the eyes of a person. */
const FAILED_DELIVERY = `d.state = 'failed' AND d.discarded_at IS NULL AND d.ended_at > now() - interval '7 days'
  AND d.event <> 'test' AND d.fault->>'code' IS DISTINCT FROM 'webhook-turned-off'`;

/** Mails of all organisations that wait for a person, newest first. */
export async function listFailedMails(db: Queryable): Promise<{ rows: FailedMail[]; total: number }> {
  const { rows } = await db.query<Omit<FailedMail, 'at'> & { at: Date; total: number }>(
    `SELECT m.id, m.at, coalesce(o.name, '') AS organisation, m.recipient AS to, m.fault, NOT m.incomplete AS complete,
            count(*) OVER ()::int AS total
       FROM (SELECT * FROM mails WHERE ${FAILED_MAIL}) m LEFT JOIN organisations o ON o.id = m.organisation_id
      ORDER BY m.at DESC, m.id DESC LIMIT ${MAX_FAILED_SENDS}`,
  );
  return {
    rows: rows.map(({ total: _total, at, to, ...row }) => ({ ...row, at: at.toISOString(), to: maskRecipient(to) })),
    total: rows[0]?.total ?? 0,
  };
}

/** The domain, which the operator needs to find the cause, and the first letter before it. */
export function maskRecipient(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? MASK : `${String.fromCodePoint(address.codePointAt(0) ?? 0)}${MASK}${address.slice(at)}`;
}

/** Has complete mails sent again. Returns their ids. */
export function retryMails(database: Database, actor: Actor, ids: readonly number[]): Promise<number[]> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number }>(
      `UPDATE mails SET state = 'waiting', fault = NULL WHERE id = ANY($1) AND NOT incomplete AND ${FAILED_MAIL} RETURNING id`,
      [ids],
    );
    const retried = rows.map(({ id }) => id);
    if (retried.length > 0) await recordOfServer(db, actor, 'resend', { mails: listed(retried) });
    return retried;
  });
}

/** Gives mails up: nobody is reminded of them, and their files go. Returns their number. */
export function discardMails(database: Database, actor: Actor, ids: readonly number[]): Promise<number> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number }>(
      `WITH given AS (UPDATE mails SET discarded_at = now(), incomplete = true WHERE id = ANY($1) AND ${FAILED_MAIL} RETURNING id),
            gone AS (DELETE FROM mail_attachments WHERE mail_id IN (SELECT id FROM given))
       SELECT id FROM given`,
      [ids],
    );
    if (rows.length > 0) await recordOfServer(db, actor, 'discard', { mails: listed(rows.map(({ id }) => id)) });
    return rows.length;
  });
}

const listed = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join(', ');

/** Webhooks of all organisations with deliveries that wait for a person, the newest failure first. */
export async function listFailedWebhooks(db: Queryable): Promise<{ rows: FailedWebhook[]; total: number }> {
  const { rows } = await db.query<Omit<FailedWebhook, 'lastAt'> & { lastAt: Date; total: number }>(
    `SELECT w.id, w.name, o.name AS organisation, ${HOST_OF_URL} AS url, w.enabled, f.failures, f.last_at AS "lastAt",
            f.fault, count(*) OVER ()::int AS total
       FROM (SELECT d.webhook_id, count(*)::int AS failures, max(d.ended_at) AS last_at,
                    (array_agg(d.fault ORDER BY d.ended_at DESC))[1] AS fault
               FROM webhook_deliveries d WHERE ${FAILED_DELIVERY} GROUP BY d.webhook_id) f
       JOIN webhooks w ON w.id = f.webhook_id JOIN organisations o ON o.id = w.organisation_id
      WHERE w.deleted_at IS NULL ORDER BY f.last_at DESC, w.id LIMIT ${MAX_FAILED_SENDS}`,
  );
  return {
    rows: rows.map(({ total: _total, lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() })),
    total: rows[0]?.total ?? 0,
  };
}

/** Deliveries that wait to be sent, and those that failed for good and wait for a person. */
export async function countDeliveries(db: Queryable): Promise<{ failed: number; waiting: number }> {
  const { rows } = await db.query<{ failed: number; waiting: number }>(
    `SELECT (SELECT count(*)::int FROM webhook_deliveries d WHERE ${FAILED_DELIVERY}) AS failed,
       (SELECT count(*)::int FROM webhook_deliveries WHERE state = 'waiting') AS waiting`,
  );
  return rows[0] ?? { failed: 0, waiting: 0 };
}

/** Has the failed deliveries of a webhook sent again. Returns their number. */
export function retryDeliveries(database: Database, actor: Actor, webhookId: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ enabled: boolean }>(
      'SELECT enabled FROM webhooks WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
      [webhookId],
    );
    const [webhook] = rows;
    if (!webhook) throw new AppError('not-found', 'no-webhook');
    if (!webhook.enabled) throw new AppError('conflict', 'webhook-on-first');
    const { rowCount } = await db.query(
      `UPDATE webhook_deliveries d SET state = 'waiting', attempts = 0, due_at = now(), ended_at = NULL
        WHERE d.webhook_id = $1 AND ${FAILED_DELIVERY}`,
      [webhookId],
    );
    const count = rowCount ?? 0;
    if (count === 0) throw new AppError('not-found', 'no-failed-delivery');
    await recordDeliveries(db, actor, webhookId, 'resend', count);
    return count;
  });
}

/** Gives up the failed deliveries of a webhook. Returns their number. */
export function discardDeliveries(database: Database, actor: Actor, webhookId: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const { rowCount } = await db.query(
      `UPDATE webhook_deliveries d SET discarded_at = now() WHERE d.webhook_id = $1 AND ${FAILED_DELIVERY}`,
      [webhookId],
    );
    const count = rowCount ?? 0;
    if (count > 0) await recordDeliveries(db, actor, webhookId, 'discard', count);
    return count;
  });
}

async function recordDeliveries(
  db: Queryable,
  actor: Actor,
  webhookId: number,
  action: 'resend' | 'discard',
  count: number,
): Promise<void> {
  const { rows } = await db.query<{ organisationId: number }>(
    'SELECT organisation_id AS "organisationId" FROM webhooks WHERE id = $1',
    [webhookId],
  );
  const after = { delivery: String(count) };
  for (const { organisationId } of rows) {
    await record(db, actor, { organisationId, subject: 'webhook', subjectId: webhookId, action, before: null, after });
  }
}
