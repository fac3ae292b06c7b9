import type { Queryable } from '../store/database.ts';
import { onlyRow } from '../store/rows.ts';
import { insertInvoice } from '../store/subscriptions/change-invoices.ts';
import { insertPayment } from '../store/subscriptions/change-payments.ts';
import { insertPlan } from '../store/subscriptions/change-plans.ts';
import { insertSubscription } from '../store/subscriptions/change-subscriptions.ts';

/** Price per vehicle and month, in hundredths of a peso; plus 22% tax. */
const PRICE = 49_000;
const TAX_RATE = 2200;
const MONTHS = 3;

const SELLER = 'Rambla Sud América 310, Montevideo\nRUT 21 000000 0012';
const CUSTOMER = 'Mercado Modelo, Montevideo';

const isoDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Gives the demo plans and its own subscription: two paid months and one billed, in which it runs out. */
export async function seedSubscriptions(db: Queryable, organisationId: number): Promise<void> {
  const { rowCount: present } = await db.query('SELECT FROM plans WHERE organisation_id = $1', [organisationId]);
  if (present) return;
  const { day, currency, vehicles } = onlyRow(
    await db.query<{ day: string; currency: string; vehicles: number }>(
      `SELECT (now() AT TIME ZONE time_zone)::date::text AS day, currency,
              (SELECT count(*)::int FROM vehicles v WHERE v.organisation_id = o.id AND v.deleted_at IS NULL) AS vehicles
       FROM organisations o WHERE id = $1`,
      [organisationId],
    ),
  );
  const note = 'With live map, history and alarms.';
  const planId = await insertPlan(db, organisationId, { name: 'Fleet', price: PRICE, currency, months: 1, note });
  const yearly = { name: 'Fleet, a year', price: 10 * PRICE, currency, months: 12, note };
  await insertPlan(db, organisationId, yearly);
  const [year = 0, month = 1] = day.split('-').map(Number);
  /** The first and the last day of a month, counted from this one. */
  const monthAt = (offset: number) => ({
    fromDay: isoDay(year, month - 1 + offset, 1),
    untilDay: isoDay(year, month + offset, 0),
  });
  const subscriptionId = await insertSubscription(db, {
    organisationId,
    planId,
    allVehicles: true,
    vehicleIds: [],
    vehicleLimit: Math.max(1, vehicles),
    fromDay: monthAt(1 - MONTHS).fromDay,
    untilDay: monthAt(0).untilDay,
    note: null,
  });
  for (let offset = 1 - MONTHS; offset <= 0; offset += 1) {
    const period = monthAt(offset);
    const line = { text: `Fleet, ${period.fromDay.slice(0, 7)}`, quantity: Math.max(1, vehicles), unitPrice: PRICE };
    const invoiceId = await insertInvoice(db, {
      subscriptionId,
      day: period.fromDay,
      dueDay: period.untilDay,
      ...period,
      lines: [{ ...line, taxRate: TAX_RATE }],
      issuerDetails: SELLER,
      organisationDetails: CUSTOMER,
      note: null,
    });
    if (offset === 0) continue;
    const billed = await db.query<{ total: number }>('SELECT net + tax AS total FROM invoices WHERE id = $1', [
      invoiceId,
    ]);
    const paidOn = `${period.fromDay.slice(0, 8)}10`;
    await insertPayment(db, { invoiceId, day: paidOn, amount: onlyRow(billed).total, reference: 'Bank transfer' });
  }
}
