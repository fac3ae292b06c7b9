import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { BILLS } from './invoice-rows.ts';
import { lockSubscription } from './change-subscriptions.ts';
import { getSubscription } from './subscriptions.ts';

/** The default number of days until payment, if the seller has not billed anybody yet. */
const DUE_AFTER_DAYS = 14;

/**
 * Proposes the next invoice of a subscription: the period after the last billed one, limited to the subscription and at
 * its share of the price, with the addresses, tax and payment terms of the last invoices.
 * @throws AppError `not-found`, `denied` for people who do not sell it, `conflict` if all of it is billed
 */
export async function draftInvoice(
  db: Queryable,
  scope: Scope,
  subscriptionId: number,
): Promise<OperationOutput<Operations['get-invoice-draft']>> {
  const { organisationId, sellerId } = await lockSubscription(db, scope, subscriptionId, false);
  const { organisationName, planName, price, currency, vehicleLimit, vehicles } = await getSubscription(
    db,
    scope,
    subscriptionId,
  );
  const period = await db.query<{ day: string; fromDay: string; untilDay: string; days: number; ofDays: number }>(
    // Months are counted from the very first day; otherwise one that begins on the 31st would lose days each February.
    `SELECT day::text, from_day::text AS "fromDay", least(ends, last_day)::text AS "untilDay",
            least(ends, last_day) - from_day + 1 AS days, ends - from_day + 1 AS "ofDays"
     FROM (SELECT next.*, (CASE WHEN (first_day + since)::date = from_day
              THEN first_day + (since + make_interval(months => months))
              ELSE from_day + make_interval(months => months) END)::date - 1 AS ends
     FROM (SELECT (now() AT TIME ZONE o.time_zone)::date AS day, s.months, s.from_day AS first_day,
             s.until_day AS last_day, coalesce(
             (SELECT max(i.until_day) + 1 FROM invoices i WHERE i.subscription_id = s.id AND ${BILLS}),
             s.from_day) AS from_day
           FROM subscriptions s JOIN organisations o ON o.id = s.seller_id WHERE s.id = $1) next
     CROSS JOIN LATERAL (SELECT age(date_trunc('month', from_day), date_trunc('month', first_day)) AS since) months_since) period`,
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
  const { day, fromDay, untilDay, days, ofDays } = onlyRow(period);
  if (days < 1) throw new AppError('conflict', 'subscription-billed');
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
    unitPrice: shareOf(price, days, ofDays),
    days,
    ofDays,
    taxRate: last.rows[0]?.taxRate ?? 0,
    organisationDetails: lastOfCustomer.rows[0]?.details ?? null,
    issuerDetails: last.rows[0]?.details ?? null,
  };
}

/** Rounded half up, like all amounts. */
const shareOf = (price: number, days: number, ofDays: number): number =>
  Number((2n * BigInt(price) * BigInt(days) + BigInt(ofDays)) / (2n * BigInt(ofDays)));
