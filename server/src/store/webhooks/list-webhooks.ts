import type { Webhook, WebhookDelivery } from '@milepost/contract/webhook-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql, firstRows } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import type { Scope } from '../scope.ts';
import {
  DELIVERY_COLUMNS,
  HOST_OF_URL,
  type ShownUrl,
  type DeliveryRow,
  toDelivery,
  toWebhook,
  WEBHOOK_COLUMNS,
  WEBHOOK_TABLES,
  type WebhookRow,
} from './webhook-rows.ts';

const SORTS = { name: 'lower(w.name)', url: `lower(${HOST_OF_URL})`, lastDeliveredAt: 'w.last_delivered_at' };
/** Deliveries shown on the screen. */
const LISTED = 100;

/** @param url the shown part of addresses; search and sorting use it too, so that they cannot reveal the rest */
export async function listWebhooks(
  db: Queryable,
  scope: Scope,
  request: PageRequest,
  url: ShownUrl,
): Promise<Page<Webhook>> {
  const address = url === 'whole' ? 'w.url' : HOST_OF_URL;
  const where = `w.organisation_id = ANY($1) AND w.deleted_at IS NULL
    AND ${everyWordIn('$2', 'w.name', address, 'o.name')}`;
  const values = [scope.organisationIds, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<WebhookRow>(
      `SELECT ${WEBHOOK_COLUMNS} FROM ${WEBHOOK_TABLES} WHERE ${where} ${pageSql(request, SORTS, 'w.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${WEBHOOK_TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map((row) => toWebhook(row, url)), total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` when outside the scope or removed */
export async function getWebhook(db: Queryable, scope: Scope, id: number, url: ShownUrl): Promise<Webhook> {
  const { rows } = await db.query<WebhookRow>(
    `SELECT ${WEBHOOK_COLUMNS} FROM ${WEBHOOK_TABLES}
     WHERE w.id = $2 AND w.organisation_id = ANY($1) AND w.deleted_at IS NULL`,
    [scope.organisationIds, id],
  );
  if (!rows[0]) throw noWebhook();
  return toWebhook(rows[0], url);
}

/** The newest deliveries of a webhook, newest first. @throws AppError `not-found` outside the scope */
export async function listDeliveries(db: Queryable, scope: Scope, webhookId: number): Promise<Page<WebhookDelivery>> {
  await getWebhook(db, scope, webhookId, 'host');
  const { rows, total } = await firstRows<DeliveryRow>(
    db,
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d WHERE d.webhook_id = $1 ORDER BY d.id DESC`,
    [webhookId],
    LISTED,
  );
  return { rows: rows.map(toDelivery), total };
}

/** @throws AppError `not-found` when outside the scope, or its webhook was removed */
export async function getDelivery(db: Queryable, scope: Scope, id: number): Promise<WebhookDelivery> {
  const { rows } = await db.query<DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
     WHERE d.id = $2 AND w.organisation_id = ANY($1) AND w.deleted_at IS NULL`,
    [scope.organisationIds, id],
  );
  if (!rows[0]) throw noDelivery();
  return toDelivery(rows[0]);
}

export const noWebhook = () => new AppError('not-found', 'no-webhook');
export const noDelivery = () => new AppError('not-found', 'no-delivery');
