import type { RecordCounts, Writer } from './writer.ts';

const PEOPLE = 300;
const LINES = 4000;

/** People, their tasks and messages, saved views and imports. */
export async function seedOffice(to: Writer, { vehicles }: RecordCounts): Promise<void> {
  await to.rows(
    'users',
    PEOPLE,
    'id, organisation_id, role_id, username, display_name, name_key',
    `n + 1, 1, r.id, 'person-' || n, (ARRAY['Ana', 'Bruno', 'Carla', 'Diego'])[1 + n % 4] || ' Office ' || n, 'person-' || n`,
    `, (SELECT min(id) AS id FROM roles) r`,
  );
  await to.rows(
    'tasks',
    Math.floor(vehicles / 2),
    `id, organisation_id, title, state, due_on, assignee_id, created_by, record_kind, record_id, vehicle_id, done_at, words`,
    `n, 1, (ARRAY['Call the insurer', 'Order plates', 'Wash', 'Ask for the bill'])[1 + n % 4], x.state,
     CASE WHEN n % 5 > 0 THEN current_date + n % 500 - 380 + CASE WHEN x.state <> 'done' THEN 370 ELSE 0 END END,
     CASE WHEN n % 6 > 0 THEN 1 + n % ${PEOPLE} END, 1, 'vehicle', x.vehicle, x.vehicle,
     CASE WHEN x.state = 'done' THEN now() - make_interval(mins => n) END, ''`,
    `, LATERAL (SELECT 1 + n * 2 % ${vehicles} AS vehicle, CASE n % 8 WHEN 0 THEN 'open' WHEN 1 THEN 'doing' ELSE 'done' END AS state) x`,
  );
  await to.rows(
    'messages',
    vehicles,
    'id, organisation_id, sender_id, subject, html, text, people_ids, sent_at, updated_at',
    `n, 1, CASE WHEN n % 5 = 0 THEN 1 ELSE 2 + n % ${PEOPLE - 1} END, 'Delivery ' || n, '<p>Please look at the gate</p>',
     'Please look at the gate of depot ' || n % 200, ARRAY[CASE WHEN n % 5 = 0 THEN 2 + n % ${PEOPLE - 1} ELSE 1 END],
     CASE WHEN n % 400 > 0 THEN now() - make_interval(mins => n) END, now() - make_interval(mins => n)`,
  );
  await to.rows(
    'message_receipts',
    vehicles,
    'message_id, user_id, read_at',
    `n, CASE WHEN n % 5 = 0 THEN 2 + n % ${PEOPLE - 1} WHEN n % 5 = 1 THEN 1 ELSE 2 + n % ${PEOPLE - 1} END,
     CASE WHEN n % 7 > 0 THEN now() END`,
  );
  await to.rows(
    'list_views',
    150,
    'id, organisation_id, user_id, list, name, query, shown, hidden',
    `n, 1, CASE WHEN n % 2 = 0 THEN 1 END, '/vehicle-info/vehicle', 'View ' || n, 'status=workshop', '{}', '{}'`,
  );
  const imports = Math.max(3, Math.floor(vehicles / 500));
  await to.rows(
    'imports',
    imports,
    'id, organisation_id, user_id, username, kind, file_name, state, headings, columns, lines, checked, created_at',
    `n, 1, 1, 'admin', 'vehicle', 'fleet-' || n || '.xlsx', 'done', '["Plate"]', '[]', ${LINES}, true,
     now() - make_interval(hours => n)`,
  );
  await to.rows(
    'import_lines',
    imports * Math.min(LINES, vehicles),
    'import_id, line, cells, state, record_id, name',
    `1 + n % ${imports}, 2 + n / ${imports}, '["SBA 000001"]',
     CASE WHEN n % 50 = 0 THEN 'fault' WHEN n % 3 = 0 THEN 'updated' ELSE 'created' END, n, 'SBA'`,
  );
}
