import type { Queryable } from '../store/database.ts';
import { RECORD_TABLES } from '../store/records/record-tables.ts';

/** Tables with an organisation column. */
const TABLES = [
  ...Object.values(RECORD_TABLES).flatMap(({ table, organisationId }) =>
    organisationId === 'r.organisation_id' ? [table] : [],
  ),
  'list_views',
  'own_fields',
  'shares',
  'device_commands',
  'places',
  'alarm_rules',
  'webhooks',
  'vehicle_groups',
  'users',
  'roles',
  'mails',
  'files',
  'file_links',
  'plans',
  'payments',
  'imports',
  'recurring_expenses',
  'downloads',
  'report_schedules',
  'saved_reports',
  'budgets',
  'depots',
  'spreads',
  'service_records',
  'checklists',
];

/** Everything that a company, one of its people and one of its vehicles have, as stored. */
export async function everythingOf(
  database: Queryable,
  { organisation, user, vehicle }: Readonly<Record<'organisation' | 'user' | 'vehicle', number>>,
): Promise<string> {
  const dumps = TABLES.map(
    (table) => `(SELECT coalesce(jsonb_agg(t ORDER BY t.id), '[]') FROM ${table} t WHERE t.organisation_id = $1)`,
  );
  const { rows } = await database.query(
    `SELECT ${dumps.map((dump, index) => `${dump} AS t${index}`).join(', ')},
       (SELECT jsonb_agg(o) FROM organisations o WHERE o.id = $1) AS own,
       (SELECT jsonb_agg(to_jsonb(s) - 'last_seen_at') FROM login_sessions s WHERE s.user_id = $2) AS sessions,
       (SELECT jsonb_agg(to_jsonb(s) - 'last_used_at') FROM api_tokens s WHERE s.user_id = $2) AS tokens,
       (SELECT jsonb_agg(n) FROM notifications n WHERE n.user_id = $2) AS notifications,
       (SELECT jsonb_agg(a) FROM driver_assignments a WHERE a.vehicle_id = $3) AS assigned,
       (SELECT jsonb_agg(m) FROM meter_readings m WHERE m.vehicle_id = $3) AS readings,
       (SELECT jsonb_agg(i) FROM installations i WHERE i.vehicle_id = $3) AS installed`,
    [organisation, user, vehicle],
  );
  return JSON.stringify(rows);
}
