import type { RouteOutput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { lockSubscription } from './change-subscriptions.ts';
import { getSubscription } from './subscriptions.ts';

/** So many days there are to pay, where the seller has billed nobody yet. */
const DUE_AFTER_DAYS = 14;

/**
 * What the next invoice of a subscription would say: the period that follows the last one billed, and addresses, tax and
 * time to pay as on the last invoices.
 * @throws AppError `not-found`, `denied` to those who do not sell it
 */
export async function draftInvoice(
  db: Queryable,
  scope: Scope,
  subscriptionId: number,
): Promise<RouteOutput<RouteTable['get-invoice-draft']>> {
  const { organisationId, sellerId } = await lockSubscription(db, scope, subscriptionId, false);
  const { organisationName, planName, price, currency, vehicleLimit, vehicles } = await getSubscription(
    db,
    scope,
    subscriptionId,
  );
  const days = await db.query<{ day: string; fromDay: string; untilDay: string }>(
    // Months are counted from the first day of all, else one that begins on the 31st would lose days each February.
    `SELECT day::text, from_day::text AS "fromDay", ((CASE WHEN (first_day + since)::date = from_day
              THEN first_day + (since + make_interval(months => months))
              ELSE from_day + make_interval(months => months) END)::date - 1)::text AS "untilDay"
     FROM (SELECT (now() AT TIME ZONE o.time_zone)::date AS day, s.months, s.from_day AS first_day, coalesce(
             (SELECT max(until_day) + 1 FROM invoices WHERE subscription_id = s.id AND cancelled_at IS NULL),
             s.from_day) AS from_day
           FROM subscriptions s JOIN organisations o ON o.id = s.seller_id WHERE s.id = $1) next
     CROSS JOIN LATERAL (SELECT age(date_trunc('month', from_day), date_trunc('month', first_day)) AS since) months_since`,
    [subscriptionId],
  );
  const last = await db.query<{ details: string | null; dueDays: number; taxRate: number }>(
    `SELECT i.issuer_details AS details, i.due_day - i.day AS "dueDays",
            (SELECT tax_rate FROM invoice_lines WHERE invoice_id = i.id ORDER BY position LIMIT 1) AS "taxRate"
     FROM invoices i WHERE issuer_id = $1 ORDER BY number DESC LIMIT 1`,
    [sellerId],
  );
  const lastOfCustomer = await db.query<{ details: string | null }>(
    `SELECT organisation_details AS details FROM invoices WHERE issuer_id = $1 AND organisation_id = $2
     ORDER BY number DESC LIMIT 1`,
    [sellerId, organisationId],
  );
  const { day, fromDay, untilDay } = onlyRow(days);
  const dueDays = last.rows[0]?.dueDays ?? DUE_AFTER_DAYS;
  return {
    organisationName,
    currency,
    day,
    dueDay: new Date(Date.parse(day) + dueDays * 86_400_000).toISOString().slice(0, 10),
    fromDay,
    untilDay,
    planName,
    quantity: Math.max(1, vehicleLimit ?? vehicles),
    unitPrice: price,
    taxRate: last.rows[0]?.taxRate ?? 0,
    organisationDetails: lastOfCustomer.rows[0]?.details ?? null,
    issuerDetails: last.rows[0]?.details ?? null,
  };
}
