import type { Webhook, WebhookDelivery } from '@milepost/contract/webhook-operations';

export interface WebhookRow extends Omit<Webhook, 'failingSince' | 'lastDeliveredAt' | 'rulesGone'> {
  ruleIds: number[];
  failingSince: Date | null;
  lastDeliveredAt: Date | null;
}

/** Columns of webhook `w` in organisation `o`. */
export const WEBHOOK_COLUMNS = `w.id, w.organisation_id AS "organisationId", o.name AS "organisationName", w.name, w.url,
  w.severities, (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY lower(r.name), r.id), '[]')
    FROM alarm_rules r WHERE r.id = ANY(w.rule_ids) AND r.organisation_id = w.organisation_id AND r.deleted_at IS NULL) AS rules,
  w.rule_ids AS "ruleIds", w.late_alarms AS "lateAlarms", w.enabled, w.version, w.disabled_reason AS "disabledReason", w.failing_since AS "failingSince",
  w.last_delivered_at AS "lastDeliveredAt",
  (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting') AS waiting`;
export const WEBHOOK_TABLES = 'webhooks w JOIN organisations o ON o.id = w.organisation_id';

/** How much of the address is shown. Path and query often hold a token, so some people see the host only. */
export type ShownUrl = 'whole' | 'host';

/** SQL: scheme and host of an address, without the parts that may be secret. */
export const HOST_OF_URL = String.raw`regexp_replace(w.url, '^(https?://)(?:[^/?#]*@)?([^/?#]*).*$', '\1\2')`;

function shown(url: string, as: ShownUrl): string {
  if (as === 'whole') return url;
  const { protocol, host, pathname, search, username } = new URL(url);
  return `${protocol}//${host}${pathname !== '/' || search !== '' || username !== '' ? '/…' : '/'}`;
}

export const toWebhook = ({ ruleIds, ...row }: WebhookRow, url: ShownUrl): Webhook => ({
  ...row,
  url: shown(row.url, url),
  rulesGone: ruleIds.length > 0 && row.rules.length === 0,
  failingSince: row.failingSince?.toISOString() ?? null,
  lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
});

export interface DeliveryRow extends Omit<WebhookDelivery, 'createdAt' | 'dueAt' | 'endedAt'> {
  createdAt: Date;
  dueAt: Date | null;
  endedAt: Date | null;
}

/** Columns of delivery `d`. While one is being sent, `dueAt` is the end of its lease. */
export const DELIVERY_COLUMNS = `d.id, d.key, d.event, d.created_at AS "createdAt", d.about, d.state, d.attempts,
  CASE WHEN d.state = 'waiting' AND d.due_at < 'infinity' THEN d.due_at END AS "dueAt", d.ended_at AS "endedAt", d.status,
  d.fault, d.duration_ms AS "durationMs"`;

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
});
