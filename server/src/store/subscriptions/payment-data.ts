import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Subscription } from '@milepost/contract/subscription-operations';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { firstRows } from '../page.ts';
import { countExpired } from './expiry.ts';
import { OPEN } from './invoice-rows.ts';
import { SUBSCRIPTION_TABLES, subscriptionColumns } from './subscription-rows.ts';

type PaymentData = OperationOutput<Operations['get-payment-data']>;

/** What the caller's organisation has paid for, what it and those below use, and what has expired. */
export async function getPaymentData(db: Queryable, scope: Scope): Promise<PaymentData> {
  const [used, expired, subscriptions, open, payments] = await Promise.all([
    db.query<{ vehicles: number; devices: number }>(
      `SELECT (SELECT count(*)::int FROM vehicles WHERE organisation_id = ANY($1) AND deleted_at IS NULL) AS vehicles,
              (SELECT count(*)::int FROM devices WHERE organisation_id = ANY($1) AND deleted_at IS NULL) AS devices`,
      [scope.organisationIds],
    ),
    countExpired(db, scope),
    firstRows<Subscription>(
      db,
      `SELECT ${subscriptionColumns(scope)} FROM ${SUBSCRIPTION_TABLES}
       WHERE s.organisation_id = $1 AND s.deleted_at IS NULL ORDER BY s.until_day DESC NULLS FIRST, s.id DESC`,
      [scope.organisationId],
    ),
    db.query<{ currency: string; amount: number }>(
      `SELECT i.currency, sum(${OPEN})::bigint AS amount FROM invoices i
       WHERE i.organisation_id = $1 AND i.cancelled_at IS NULL AND ${OPEN} <> 0
       GROUP BY i.currency HAVING sum(${OPEN}) <> 0 ORDER BY i.currency`,
      [scope.organisationId],
    ),
    firstRows<PaymentData['payments'][number]>(
      db,
      `SELECT p.id, p.day::text, p.amount, p.currency, p.reference, i.number AS "invoiceNumber"
       FROM payments p LEFT JOIN invoices i ON i.id = p.invoice_id
       WHERE p.organisation_id = $1 AND p.deleted_at IS NULL ORDER BY p.day DESC, p.id DESC`,
      [scope.organisationId],
    ),
  ]);
  return {
    ...onlyRow(used),
    expired,
    subscriptions: subscriptions.rows,
    subscriptionsTotal: subscriptions.total,
    open: open.rows,
    payments: payments.rows,
    paymentsTotal: payments.total,
  };
}
