import type { RouteOutput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { firstRows } from '../page.ts';

type PaymentData = RouteOutput<RouteTable['get-payment-data']>;

/** What the caller's organisation has paid for, and what it and those below use. */
export async function getPaymentData(db: Queryable, scope: Scope): Promise<PaymentData> {
  const [used, subscription, payments] = await Promise.all([
    db.query<{ vehicles: number; devices: number }>(
      `SELECT (SELECT count(*)::int FROM vehicles WHERE organisation_id = ANY($1) AND deleted_at IS NULL) AS vehicles,
              (SELECT count(*)::int FROM devices WHERE organisation_id = ANY($1) AND deleted_at IS NULL) AS devices`,
      [scope.organisationIds],
    ),
    db.query<{ plan: string; vehicleLimit: number | null; paidUntil: Date | null }>(
      `SELECT plan, vehicle_limit AS "vehicleLimit", paid_until AS "paidUntil" FROM subscriptions
       WHERE organisation_id = $1`,
      [scope.organisationId],
    ),
    firstRows<{ id: number; at: Date; amount: number; currency: string; reference: string }>(
      db,
      `SELECT id, at, amount::float8 AS amount, currency, reference FROM payments
       WHERE organisation_id = $1 ORDER BY at DESC, id DESC`,
      [scope.organisationId],
    ),
  ]);
  const plan = subscription.rows[0];
  return {
    ...onlyRow(used),
    subscription: plan ? { ...plan, paidUntil: plan.paidUntil?.toISOString() ?? null } : null,
    payments: payments.rows.map((payment) => ({ ...payment, at: payment.at.toISOString() })),
    paymentsTotal: payments.total,
  };
}
