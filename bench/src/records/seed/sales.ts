import type { RecordCounts, Writer } from './writer.ts';

/** The first customer's id; smaller ids belong to the organisation itself. */
export const FIRST_CUSTOMER = 1001;
const OF_CUSTOMER = 20;

export const customersOf = ({ vehicles }: RecordCounts) => Math.max(2, Math.floor(vehicles / 200));

/** Customers below the organisation with their own vehicles, subscriptions and invoices. */
export async function seedSales(to: Writer, counts: RecordCounts): Promise<void> {
  const customers = customersOf(counts);
  await to.rows('organisations', customers, 'id, parent_id, name', `${FIRST_CUSTOMER - 1} + n, 1, 'Customer ' || n`);
  await to.rows(
    'plans',
    12,
    'id, organisation_id, name, price, currency, months',
    `n, 1, (ARRAY['Basic', 'Plus', 'Whole'])[1 + n % 3] || ' ' || n, 1000 * n, 'INR', 1 + n % 12`,
  );
  await to.rows(
    'subscriptions',
    customers * 4,
    `id, organisation_id, plan_id, seller_id, price, currency, months, all_vehicles, vehicle_ids, from_day, until_day, words`,
    `n, ${FIRST_CUSTOMER} + n % ${customers}, 1 + n % 12, 1, 1000, 'INR', 12, n % 2 = 0,
     CASE WHEN n % 2 = 0 THEN '{}' ELSE ARRAY[n, n + 1] END, current_date - 400 - n % 300,
     CASE WHEN n % 10 > 0 THEN current_date + n % 500 - 100 END, ''`,
  );
  await to.run(
    ['subscriptions'],
    `INSERT INTO subscriptions (id, organisation_id, plan_id, seller_id, price, currency, months, all_vehicles, from_day,
       words)
     VALUES (${customers * 4 + 1}, 1, 1, 1, 0, 'INR', 12, true, current_date - 900, 'bench basic 1')`,
  );
  await to.rows(
    'invoices',
    customers * 60,
    `id, subscription_id, organisation_id, organisation_name, issuer_id, issuer_name, number, day, due_day, from_day,
     until_day, currency, net, tax, paid, cancelled_at, cancel_reason`,
    `n, 1 + n % ${customers * 4}, ${FIRST_CUSTOMER} + n % ${customers}, 'Customer ' || 1 + n % ${customers}, 1, 'Bench', n,
     current_date - n % 1500, current_date - n % 1500 + 30, current_date - n % 1500, current_date - n % 1500 + 364, 'INR',
     1000 * (1 + n % 90), 180 * (1 + n % 90), CASE WHEN n % 7 > 0 THEN 1180 * (1 + n % 90) ELSE 0 END,
     CASE WHEN n % 49 = 0 THEN now() END, CASE WHEN n % 49 = 0 THEN 'Written twice' END`,
  );
  await to.rows(
    'payments',
    customers * 50,
    'id, organisation_id, invoice_id, day, amount, currency, reference',
    `n, ${FIRST_CUSTOMER} + n % ${customers}, n, current_date - n % 1400, 1000, 'INR', 'R-' || n`,
  );
  await to.rows(
    'vehicles',
    customers * OF_CUSTOMER,
    'id, organisation_id, registration, type',
    `${counts.vehicles} + n, ${FIRST_CUSTOMER} + n % ${customers}, 'CU ' || n, 'van'`,
  );
}
