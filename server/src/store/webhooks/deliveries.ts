import type { Fault } from '@milepost/contract/fault';
import { type Actor, audited } from '../audit/audit.ts';
import type { Database, Queryable } from '../database.ts';
import { inTransaction } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { dropWaiting } from './change-webhooks.ts';

/** A delivery that is being sent. */
export interface Delivery {
  id: number;
  key: string;
  event: string;
  body: string;
  /** The number of attempts so far, this one included. */
  attempts: number;
  webhookId: number;
  url: string;
  /** Sealed. */
  secret: Buffer;
}

export interface Outcome {
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** Null when the receiver accepted it. */
  fault: Fault | null;
  durationMs: number;
}

const SERVER: Actor = { userId: null, username: null, address: null };
/** A claimed delivery is due again after this time, in case its process ends before it stores the outcome. */
const LEASE = '1 minute';
const COLUMNS = `d.id, d.key, d.event, d.body, d.attempts, w.id AS "webhookId", w.url, w.secret`;

/** Webhooks for which something is due. */
export async function listDueWebhooks(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT webhook_id AS id FROM webhook_deliveries WHERE state = 'waiting' AND due_at <= now()
     GROUP BY webhook_id ORDER BY min(due_at)`,
  );
  return rows.map(({ id }) => id);
}

/** Claims the next due delivery of a webhook, so that no other process sends it. */
export async function claimDelivery(db: Queryable, webhookId: number): Promise<Delivery | null> {
  const { rows } = await db.query<Delivery>(
    `WITH due AS (
       SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'waiting' AND due_at <= now()
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     UPDATE webhook_deliveries d SET attempts = d.attempts + 1, due_at = now() + interval '${LEASE}'
     FROM due, webhooks w WHERE d.id = due.id AND w.id = d.webhook_id RETURNING ${COLUMNS}`,
    [webhookId],
  );
  return rows[0] ?? null;
}

/** Adds a test delivery. It never becomes due: only the call that made it sends it. */
export async function insertTestDelivery(
  db: Queryable,
  webhookId: number,
  { key, about, body }: { key: string; about: string; body: string },
): Promise<Delivery> {
  return onlyRow(
    await db.query<Delivery>(
      `WITH d AS (
         INSERT INTO webhook_deliveries (webhook_id, key, event, about, body, attempts, due_at)
         VALUES ($1, $2, 'test', $3, $4, 1, 'infinity') RETURNING *
       ) SELECT ${COLUMNS} FROM d JOIN webhooks w ON w.id = d.webhook_id`,
      [webhookId, key, about, body],
    ),
  );
}

/** Stores a success, which also ends the failing of the webhook. */
export async function markDelivered(database: Database, delivery: Delivery, outcome: Outcome): Promise<void> {
  await inTransaction(database, async (db) => {
    await noteAttempt(db, delivery, outcome, `state = 'delivered', ended_at = now()`);
    await db.query('UPDATE webhooks SET failing_since = NULL, last_delivered_at = now() WHERE id = $1', [
      delivery.webhookId,
    ]);
  });
}

/** Stores a failure; `retryS` is null when it was the last attempt. */
export async function markFailed(
  database: Database,
  delivery: Delivery,
  outcome: Outcome,
  retryS: number | null,
): Promise<void> {
  await inTransaction(database, async (db) => {
    const next =
      retryS === null
        ? `state = 'failed', ended_at = now()`
        : `due_at = now() + make_interval(secs => ${Math.round(retryS)})`;
    await noteAttempt(db, delivery, outcome, next);
    if (delivery.event === 'test') return;
    await db.query('UPDATE webhooks SET failing_since = coalesce(failing_since, now()) WHERE id = $1', [
      delivery.webhookId,
    ]);
  });
}

async function noteAttempt(db: Queryable, delivery: Delivery, outcome: Outcome, set: string): Promise<void> {
  // A delivery that was dropped meanwhile (the webhook was turned off) stays dropped.
  await db.query(
    `UPDATE webhook_deliveries SET status = $2, fault = $3, duration_ms = $4, ${set}
     WHERE id = $1 AND state = 'waiting'`,
    [delivery.id, outcome.status, outcome.fault, Math.round(outcome.durationMs)],
  );
}

/** A webhook that was turned off after failing for too long. */
export interface DisabledWebhook {
  id: number;
  name: string;
  organisationId: number;
}

/** Turns off a webhook that has failed for `hours` and drops its waiting deliveries; null when it has not. */
export function disableFailing(
  database: Database,
  webhookId: number,
  hours: number,
  reason: Fault,
): Promise<DisabledWebhook | null> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<DisabledWebhook>(
      `SELECT id, name, organisation_id AS "organisationId" FROM webhooks
       WHERE id = $1 AND deleted_at IS NULL AND enabled AND failing_since < now() - make_interval(hours => $2)
       FOR UPDATE`,
      [webhookId, hours],
    );
    if (!rows[0]) return null;
    await audited(db, SERVER, { subject: 'webhook', id: webhookId, action: 'disable' }, async () => {
      await db.query(
        'UPDATE webhooks SET enabled = false, disabled_reason = $2, updated_at = now(), version = version + 1 WHERE id = $1',
        [webhookId, reason],
      );
      return webhookId;
    });
    await dropWaiting(db, webhookId, 'webhook-turned-off');
    return rows[0];
  });
}

/** People who may edit the webhooks of an organisation, in it or above. */
export async function listWebhookKeepers(db: Queryable, organisationId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id FROM organisations WHERE id = $1
       UNION SELECT up.id, up.parent_id FROM organisations up JOIN above ON up.id = above.parent_id
     )
     SELECT u.id FROM users u JOIN above ON above.id = u.organisation_id
     WHERE u.disabled_at IS NULL AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
       WHERE p.role_id = u.role_id AND m.key = 'webhooks' AND p.can_edit)
     ORDER BY u.id LIMIT 200`,
    [organisationId],
  );
  return rows.map(({ id }) => id);
}
