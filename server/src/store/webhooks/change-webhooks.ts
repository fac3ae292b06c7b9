import { fault, type PlainCode, toFault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { noDelivery, noWebhook } from './list-webhooks.ts';

type WebhookInput = ParsedInput<Operations['save-webhook']>;

const MAX_WEBHOOKS = 20;

/** Makes the sealed secret of a webhook; the seal is bound to its id. */
export type SealSecret = (id: number) => Buffer;

/**
 * Adds or changes a webhook; its organisation is fixed. A change resets the record of failures.
 * @returns its id
 * @throws AppError `not-found`, `invalid` at the field, `conflict` where somebody else saved it meanwhile
 */
export function saveWebhook(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: WebhookInput,
  sealSecret: SealSecret,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const { id: known } = input;
    const organisationId =
      known === undefined ? organisationOf(scope, input.organisationId) : await lockWebhook(db, scope, known);
    if (known !== undefined) await checkVersion(db, 'webhook', known, input.version);
    await checkRules(db, organisationId, input.ruleIds);
    const values = [input.name, input.url, input.severities, input.ruleIds, input.lateAlarms, input.enabled];
    const change = { subject: 'webhook', id: known ?? null, action: known ? 'change' : 'create' } as const;
    const saved = await audited(db, actor, change, async () => {
      if (known !== undefined) {
        await db.query(UPDATE, [...values, known]);
        return known;
      }
      const { id } = onlyRow(await db.query<{ id: number }>(INSERT, [...values, organisationId]));
      await checkNumber(db, organisationId);
      await db.query('UPDATE webhooks SET secret = $2 WHERE id = $1', [id, sealSecret(id)]);
      return id;
    });
    if (!input.enabled) await dropWaiting(db, saved, 'webhook-turned-off');
    return saved;
  });
}

const INSERT = `INSERT INTO webhooks (name, url, severities, rule_ids, late_alarms, enabled, organisation_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`;
const UPDATE = `UPDATE webhooks SET name = $1, url = $2, severities = $3, rule_ids = $4, late_alarms = $5, enabled = $6,
    disabled_reason = CASE WHEN $6 THEN NULL ELSE disabled_reason END,
    failing_since = CASE WHEN url = $2 AND enabled = $6 THEN failing_since END, updated_at = now(),
    version = version + 1
  WHERE id = $7`;

/** Gives a webhook another secret. @throws AppError `not-found` */
export function renewSecret(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  sealSecret: SealSecret,
): Promise<void> {
  return inTransaction(database, async (db) => {
    await lockWebhook(db, scope, id);
    await audited(db, actor, { subject: 'webhook', id, action: 'change' }, async () => {
      await db.query('UPDATE webhooks SET secret = $2, updated_at = now() WHERE id = $1', [id, sealSecret(id)]);
      return id;
    });
  });
}

/** Removes a webhook and drops its waiting deliveries. @throws AppError `not-found` */
export function deleteWebhook(database: Database, scope: Scope, actor: Actor, id: number): Promise<void> {
  return inTransaction(database, async (db) => {
    await lockWebhook(db, scope, id);
    await audited(db, actor, { subject: 'webhook', id, action: 'delete' }, async () => {
      await db.query('UPDATE webhooks SET deleted_at = now() WHERE id = $1', [id]);
      return id;
    });
    await dropWaiting(db, id, 'webhook-removed');
  });
}

/** Undoes `deleteWebhook`. @throws AppError `not-found` */
export function restoreWebhook(database: Database, scope: Scope, actor: Actor, id: number): Promise<void> {
  return inTransaction(database, async (db) => {
    await audited(db, actor, { subject: 'webhook', id, action: 'restore' }, async () => {
      const { rows } = await db.query<{ organisationId: number }>(
        `UPDATE webhooks SET deleted_at = NULL WHERE id = $1 AND organisation_id = ANY($2)
         RETURNING organisation_id AS "organisationId"`,
        [id, scope.organisationIds],
      );
      if (!rows[0]) throw noWebhook();
      await checkNumber(db, rows[0].organisationId);
      return id;
    });
  });
}

/** Sends a failed delivery again, with all its attempts. @throws AppError `not-found`, `conflict` */
export function resendDelivery(database: Database, scope: Scope, actor: Actor, id: number): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{
      state: string;
      event: string;
      about: string;
      enabled: boolean;
      webhookId: number;
      organisationId: number;
    }>(
      `SELECT d.state, d.event, d.about, w.enabled, w.id AS "webhookId", w.organisation_id AS "organisationId" FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
       WHERE d.id = $1 AND w.organisation_id = ANY($2) AND w.deleted_at IS NULL FOR UPDATE OF d`,
      [id, scope.organisationIds],
    );
    const found = rows[0];
    if (!found) throw noDelivery();
    if (found.state !== 'failed' || found.event === 'test') {
      throw new AppError('conflict', 'resend-failed');
    }
    if (!found.enabled) throw new AppError('conflict', 'webhook-on-first');
    await db.query(
      `UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, due_at = now(), ended_at = NULL WHERE id = $1`,
      [id],
    );
    await record(db, actor, {
      organisationId: found.organisationId,
      subject: 'webhook',
      subjectId: found.webhookId,
      action: 'resend',
      before: null,
      after: { delivery: found.about },
    });
  });
}

/** Marks the waiting deliveries of a webhook as failed. */
export async function dropWaiting(db: Queryable, webhookId: number, why: PlainCode): Promise<void> {
  await db.query(
    `UPDATE webhook_deliveries SET state = 'failed', ended_at = now(), fault = $2
     WHERE webhook_id = $1 AND state = 'waiting'`,
    [webhookId, toFault(why)],
  );
}

async function lockWebhook(db: Queryable, scope: Scope, id: number): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    'SELECT organisation_id FROM webhooks WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL FOR UPDATE',
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noWebhook();
  return rows[0].organisation_id;
}

/**
 * Checks the number of webhooks after one was added or restored. It is limited because each webhook that hangs holds a
 * connection.
 */
async function checkNumber(db: Queryable, organisationId: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM webhooks WHERE organisation_id = $1 AND deleted_at IS NULL',
    [organisationId],
  );
  if ((rows[0]?.count ?? 0) <= MAX_WEBHOOKS) return;
  throw new AppError('conflict', fault('most-webhooks', { most: MAX_WEBHOOKS }));
}

async function checkRules(db: Queryable, organisationId: number, ruleIds: readonly number[]): Promise<void> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM alarm_rules WHERE organisation_id = $1 AND id = ANY($2) AND deleted_at IS NULL',
    [organisationId, ruleIds],
  );
  if ((rows[0]?.count ?? 0) === new Set(ruleIds).size) return;
  throw fieldError('invalid', { ruleIds: 'rule-unavailable' });
}
