import type { Queryable } from '../database.ts';
import type { Caller } from '../people/callers.ts';

export interface ScheduleWebhook {
  id: number;
  name: string;
  /** True if it is enabled, and this person can use it. */
  there: boolean;
}

/** The webhooks of a schedule that its owner sees, or saw. */
export async function readScheduleWebhooks(
  db: Queryable,
  owner: Caller,
  ids: readonly number[],
): Promise<ScheduleWebhook[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<ScheduleWebhook>(
    `SELECT id, name, enabled AND deleted_at IS NULL AND $3 AS there FROM webhooks
     WHERE id = ANY($1) AND organisation_id = ANY($2) ORDER BY id`,
    [ids, owner.scope.organisationIds, owner.scope.limit === null && owner.permissions.get('webhooks')?.view === true],
  );
  return rows;
}

interface ReportDelivery {
  runId: number;
  webhookId: number;
  /** The key by which the receiver recognises a repeated delivery. */
  key: string;
  about: string;
  body: string;
}

/** Queues the webhook delivery of a finished report, with the same attempts as for alarms. */
export async function queueReportDelivery(
  db: Queryable,
  { runId, webhookId, key, about, body }: ReportDelivery,
): Promise<void> {
  await db.query(
    `INSERT INTO webhook_deliveries (webhook_id, key, event, run_id, about, body)
     VALUES ($1, $2, 'report.ready', $3, $4, $5) ON CONFLICT (webhook_id, run_id) DO NOTHING`,
    [webhookId, key, runId, about, body],
  );
}
