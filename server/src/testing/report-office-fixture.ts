import type { Database } from '../store/database.ts';

/** Adds the office records of the report fixture's week: bills, documents, services, sign-ins, changes. */
export async function addOffice(database: Database, { first, alone }: { first: number; alone: number }): Promise<void> {
  await database.query(
    `INSERT INTO expenses (organisation_id, kind, state, vehicle_id, amount, tax, currency, day, odometer_m, quantity,
       full_tank, words)
     VALUES (1, 'fuel', 'approved', $1, 9000, 900, 'INR', '2026-03-20', 1000000, 60, true, ''),
            (1, 'fuel', 'approved', $1, 3000, NULL, 'INR', '2026-03-27', NULL, 20, false, ''),
            (1, 'fuel', 'submitted', $1, 4400, NULL, 'INR', '2026-03-29', 1400000, 40, true, ''),
            (1, 'fuel', 'draft', $1, 7700, NULL, 'INR', '2026-03-29', NULL, 70, true, ''),
            (1, 'fuel', 'approved', $2, 1250, NULL, 'USD', '2026-03-28', NULL, 10, true, ''),
            (1, 'toll', 'approved', $2, 500, NULL, 'INR', '2026-03-28', NULL, NULL, false, ''),
            (1, 'other', 'approved', NULL, 10000, NULL, 'INR', '2026-03-31', NULL, NULL, false, '')`,
    [first, alone],
  );
  await database.query(
    `INSERT INTO documents (organisation_id, kind, vehicle_id, valid_until, cost, currency, kind_words, words)
     SELECT 1, kind, vehicle, (now() AT TIME ZONE 'Europe/Madrid')::date + days, cost, currency, kind, ''
     FROM (VALUES ('insurance', $1::int, -3, 50000, 'INR'), ('permit', $2::int, 30, NULL, NULL),
                  ('fitness', $2::int, 31, 100, 'INR'), ('other', NULL, 0, 1250, 'JPY')) d (kind, vehicle, days, cost, currency)`,
    [first, alone],
  );
  await database.query(
    `WITH p AS (INSERT INTO service_plans (organisation_id, task, every_m, lead_m, lead_days, all_vehicles, counted_from)
                VALUES (1, 'Oil', 10000000, 500000, 7, true, '2026-01-01') RETURNING id),
          w AS (INSERT INTO work_orders (organisation_id, number, vehicle_id, title, state, done_on, labour_cost, cost,
                  currency, odometer_m, words)
                VALUES (1, 1, $1, 'Brakes', 'done', '2026-03-28', 1000, 4000, 'INR', 1400000, ''),
                       (1, 2, $2, 'Tyres', 'open', NULL, NULL, 9000, 'INR', NULL, '') RETURNING id, number),
          r AS (INSERT INTO service_records (organisation_id, plan_id, vehicle_id, day, odometer_m, work_order_id)
                SELECT 1, p.id, $1, '2026-03-28'::date, 1400000, w.id FROM p, w WHERE w.number = 1
                UNION ALL SELECT 1, p.id, $2, '2026-03-30', 90000, NULL FROM p)
     INSERT INTO service_dues (organisation_id, plan_id, vehicle_id, counted_from, used_m, used_engine_s, per_day_m,
       per_day_engine_s, due_on, due_by, soon_on, words)
     SELECT 1, p.id, d.vehicle, '2026-01-01', d.used, 0, 100000, 0, o.today + d.days, 'distance', o.today + d.days - 7, ''
     FROM p, (SELECT (now() AT TIME ZONE 'Europe/Madrid')::date AS today) o,
          (VALUES ($1::int, 10200000, -2), ($2::int, 1000000, 90)) d (vehicle, used, days)`,
    [first, alone],
  );
  await database.query(
    `INSERT INTO sign_ins (at, organisation_id, user_id, username, address, network, user_agent, result)
     SELECT at::timestamptz, org, u.id, name, '198.51.100.7', '198.51.100.7', 'Firefox', result
     FROM (VALUES ('2026-03-28T08:00Z', 1, 'admin', 'wrong-password'), ('2026-03-28T08:01Z', 1, 'admin', 'success'),
                  ('2026-03-29T08:00Z', NULL, 'nobody', 'wrong-password')) s (at, org, name, result)
     LEFT JOIN users u ON u.username = s.name`,
  );
  await database.query(
    `INSERT INTO audit_log (at, organisation_id, username, address, subject, subject_id, subject_name, action, before, after)
     VALUES ('2026-03-28T09:00Z', 1, 'admin', '198.51.100.7', 'vehicle', $1::int::text, 'SBA 1', 'change',
             '{"make": "Ford", "type": "van"}', '{"make": "Fiat", "type": "car"}'),
            ('2026-03-29T09:00Z', 1, NULL, NULL, 'expense', '1', 'Lease', 'create', NULL, '{"amount": 10}'),
            ('2026-03-29T09:00Z', 2147483647, 'other', NULL, 'vehicle', '1', 'Foreign', 'change', NULL, NULL)`,
    [first],
  );
}
