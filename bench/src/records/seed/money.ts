import type { RecordCounts, Writer } from './writer.ts';

const STATIONS = 200;
/** The days over which expenses are spread: three years. */
const DAYS = 1095;

/** Contacts, expenses, recurring ones, and budgets. */
export async function seedMoney(to: Writer, { vehicles, drivers, expenses }: RecordCounts): Promise<void> {
  await to.rows(
    'contacts',
    Math.max(STATIONS, Math.floor(vehicles / 20)),
    'id, organisation_id, kind, name, phones, emails, address',
    `n, 1, CASE WHEN n <= ${STATIONS} THEN 'vendor' ELSE (ARRAY['customer', 'workshop', 'vendor', 'emergency'])[1 + n % 4] END,
     CASE WHEN n <= ${STATIONS} THEN 'Station ' || n ELSE 'Company ' || n END, ARRAY['+5982' || lpad(n::text, 7, '0')],
     ARRAY['office' || n || '@example.com'], n || ' Harbour Road'`,
  );
  // Most are approved, one in a hundred is pending; one in fifty was elsewhere.
  await to.rows(
    'expenses',
    expenses,
    `id, organisation_id, kind, state, vehicle_id, driver_id, vendor_id, amount, currency, bill_number, day, quantity,
     created_by, check_due, place_check`,
    `n, 1, (ARRAY['fuel', 'toll', 'parking', 'repair', 'fuel', 'other'])[1 + n % 6],
     CASE WHEN n % 100 = 0 THEN 'submitted' WHEN n % 101 = 0 THEN 'draft' ELSE 'approved' END,
     1 + (n::bigint * 7919 % ${vehicles})::int, 1 + (n::bigint * 104729 % ${drivers})::int, 1 + n % ${STATIONS},
     1000 + n % 9973, 'INR', 'B-' || n, current_date - (n::bigint * 31 % ${DAYS})::int,
     CASE WHEN n % 3 = 1 THEN 40 END, 1, false,
     CASE WHEN n % 50 = 0 THEN '{"state":"away","of":"vendor","distanceM":9000,"at":null}'::jsonb END`,
  );
  await to.rows(
    'recurring_expenses',
    Math.floor(vehicles / 4),
    `id, organisation_id, kind, vehicle_id, vendor_id, amount, currency, note, every, first_day, next_day, paused,
     created_by`,
    `n, 1, (ARRAY['lease', 'insurance', 'parking'])[1 + n % 3], 1 + n * 3 % ${vehicles}, 1 + n % ${STATIONS}, 20000 + n,
     'INR', 'Contract ' || n, (ARRAY['month', 'quarter', 'year'])[1 + n % 3], current_date - n % 700,
     recurring_day_from(current_date - n % 700, NULL, (ARRAY['month', 'quarter', 'year'])[1 + n % 3], current_date),
     n % 30 = 0, 1`,
  );
  const groups = Math.max(1, Math.floor(vehicles / 500));
  await to.rows(
    'budgets',
    groups * 2 + 50,
    'id, organisation_id, kind, group_id, vehicle_id, amount, currency, first_month',
    `n, 1, CASE WHEN n % 2 = 0 THEN 'fuel' END, CASE WHEN n > 50 THEN 1 + n % ${groups} END,
     CASE WHEN n BETWEEN 11 AND 50 THEN n END, 100000 * n, 'INR', date_trunc('month', current_date - 400)::date`,
  );
}
