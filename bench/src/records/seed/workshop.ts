import type { RecordCounts, Writer } from './writer.ts';

const PLANS = 24;

/** Service plans, their due services, done services, work orders and inspections. */
export async function seedWorkshop(to: Writer, { vehicles }: RecordCounts): Promise<void> {
  await to.rows(
    'service_plans',
    PLANS,
    'id, organisation_id, task, every_m, every_months, lead_m, lead_days, types, counted_from',
    `n, 1, (ARRAY['Oil change', 'Brake check', 'Tyres', 'Timing belt'])[1 + n % 4] || ' ' || n, 10000000, 6 + n % 12,
     1000000, 14, ARRAY[(ARRAY['van', 'truck', 'car'])[1 + n % 3]], current_date - 900`,
  );
  await to.rows(
    'service_dues',
    vehicles * 3,
    `id, organisation_id, plan_id, vehicle_id, counted_from, last_day, used_m, used_engine_s, per_day_m,
     per_day_engine_s, due_on, due_by, soon_on, words`,
    `n, 1, p.id, v.id, current_date - 300, current_date - 300, 8000000, 900000, 90000, 20000, x.due,
     CASE WHEN x.due IS NOT NULL THEN 'distance' END, x.due - 14,
     search_words(p.task, v.registration, replace(v.registration, ' ', ''))`,
    `JOIN vehicles v ON v.id = 1 + (n - 1) / 3 JOIN service_plans p ON p.id = 1 + (n % 3) * 8 + (n - 1) / 3 % 8,
     LATERAL (SELECT CASE WHEN n % 40 > 0 THEN current_date + (n * 7919::bigint % 330)::int - 20 END AS due) x`,
  );
  await to.rows(
    'work_orders',
    Math.floor(vehicles * 1.5),
    `id, organisation_id, number, vehicle_id, title, state, vendor_id, tasks, cost, currency, out_from, out_to, done_on,
     words`,
    `n, 1, n, 1 + (n * 7919::bigint % ${vehicles})::int,
     (ARRAY['Oil and filter', 'Brakes', 'Dent in the door', 'New tyres', 'Clutch'])[1 + n % 5],
     x.state, 1 + n % 200, '[{"text": "Look at it", "planId": null, "done": false}]', 1000 * (n % 777), 'INR',
     CASE WHEN n % 4 = 0 THEN now() - make_interval(days => n % 800 + 2) END,
     CASE WHEN n % 4 = 0 THEN now() - make_interval(days => n % 800) END,
     CASE WHEN x.state = 'done' THEN current_date - n % 800 END, ''`,
    `, LATERAL (SELECT CASE WHEN n % 25 = 0 THEN 'open' WHEN n % 31 = 0 THEN 'inProgress' WHEN n % 37 = 0 THEN 'cancelled'
       ELSE 'done' END AS state) x`,
  );
  await to.rows(
    'service_records',
    vehicles * 2,
    'id, organisation_id, plan_id, vehicle_id, day, odometer_m, created_by, work_order_id',
    `n, 1, 1 + n % ${PLANS}, 1 + n % ${vehicles}, current_date - n % 900, 1000000 + n, 1, CASE WHEN n % 3 = 0 THEN 1 + n / 2 END`,
  );
  await to.rows(
    'checklists',
    40,
    'id, organisation_id, name, items',
    `n, 1, 'Checklist ' || n, ARRAY['Tyres', 'Lights', 'Brakes']`,
  );
  await to.rows(
    'inspections',
    vehicles * 3,
    `id, organisation_id, vehicle_id, checklist_id, name, at, answers, defects, severity, signed_by, signature, created_by,
     words`,
    `n, 1, 1 + (n * 7919::bigint % ${vehicles})::int, 1 + n % 40, 'Checklist ' || 1 + n % 40,
     now() - make_interval(mins => n % 500000),
     CASE WHEN n % 9 = 0 THEN '[{"item": "Lights", "result": "defect", "severity": "minor", "note": "dim"}]'
       ELSE '[{"item": "Lights", "result": "ok"}]' END::jsonb,
     (n % 9 = 0)::int, CASE WHEN n % 9 = 0 THEN (ARRAY['minor', 'minor', 'major', 'dangerous'])[1 + n / 9 % 4] END,
     'Inspector ' || n % 80, '[]', 1, ''`,
  );
}
