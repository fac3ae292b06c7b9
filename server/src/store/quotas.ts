import { fault } from '@milepost/contract/fault';
import { MOST_OUTLETS } from '@milepost/contract/outlet-kinds';
import { MOST_DEPOTS, MOST_PLANS, MOST_ROUTES } from '@milepost/contract/route-kinds';
import { MOST_TERRITORIES } from '@milepost/contract/territory-kinds';
import { AppError } from '../errors.ts';
import type { Queryable } from './database.ts';

/** The limits of records that a person or an organisation creates: a higher number is a mistake or an attack. */
const QUOTAS = {
  draft: { most: 200, rows: 'messages WHERE sender_id = $1 AND sent_at IS NULL AND sender_deleted_at IS NULL' },
  download: { most: 2000, rows: 'downloads WHERE user_id = $1 AND until > now() AND NOT scheduled' },
  task: { most: 2000, rows: `tasks WHERE created_by = $1 AND deleted_at IS NULL AND state <> 'done'` },
  'api-token': { most: 50, rows: 'api_tokens WHERE user_id = $1' },
  'saved-report': { most: 100, rows: 'saved_reports WHERE user_id = $1 AND deleted_at IS NULL' },
  'report-schedule': { most: 100, rows: 'report_schedules WHERE user_id = $1 AND deleted_at IS NULL' },
  contact: { most: 50_000, rows: 'contacts WHERE organisation_id = $1 AND deleted_at IS NULL' },
  outlet: { most: MOST_OUTLETS, rows: 'outlets WHERE organisation_id = $1 AND deleted_at IS NULL' },
  territory: { most: MOST_TERRITORIES, rows: 'territories WHERE organisation_id = $1 AND deleted_at IS NULL' },
  route: { most: MOST_ROUTES, rows: 'routes WHERE organisation_id = $1 AND deleted_at IS NULL' },
  depot: { most: MOST_DEPOTS, rows: 'depots WHERE organisation_id = $1 AND deleted_at IS NULL' },
  'route-plan': { most: MOST_PLANS, rows: 'route_plans WHERE route_id = $1 AND deleted_at IS NULL' },
  'sensor-profile': { most: 200, rows: 'sensor_profiles WHERE organisation_id = $1 AND deleted_at IS NULL' },
  'command-template': { most: 200, rows: 'command_templates WHERE organisation_id = $1' },
  command: { most: 50, rows: `device_commands WHERE vehicle_id = $1 AND state = 'waiting'` },
  'run-vehicle': { most: 50, rows: 'run_vehicles WHERE run_id = $1' },
  group: { most: 5000, rows: 'vehicle_groups WHERE organisation_id = $1' },
  role: { most: 200, rows: 'roles WHERE organisation_id = $1' },
  'service-plan': { most: 1000, rows: 'service_plans WHERE organisation_id = $1 AND deleted_at IS NULL' },
  plan: { most: 500, rows: 'plans WHERE organisation_id = $1 AND deleted_at IS NULL' },
  budget: { most: 10_000, rows: 'budgets WHERE organisation_id = $1 AND deleted_at IS NULL' },
} as const;

/** How many of the requested records an owner can still add. */
export async function roomFor(
  db: Queryable,
  of: keyof typeof QUOTAS,
  owner: number,
  wanted: number,
): Promise<{ left: number; most: number }> {
  const { most, rows } = QUOTAS[of];
  const { rowCount } = await db.query(`SELECT FROM ${rows} OFFSET $2 LIMIT $3`, [
    owner,
    Math.max(0, most - wanted),
    wanted,
  ]);
  return { left: wanted - (rowCount ?? 0), most };
}

/**
 * Called after a record was added, in its transaction.
 * @param owner the person or the organisation, depending on the kind
 * @throws AppError `conflict` if the owner exceeds the limit
 */
export async function checkQuota(db: Queryable, of: keyof typeof QUOTAS, owner: number): Promise<void> {
  const { most, rows } = QUOTAS[of];
  // Serialised, so that two transactions cannot exceed the limit together.
  await db.query('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [`quota-${of}`, owner]);
  const { rowCount } = await db.query(`SELECT FROM ${rows} OFFSET $2 LIMIT 1`, [owner, most]);
  if (rowCount) throw new AppError('conflict', fault('most-kept', { most }));
}
