import { fault } from '@milepost/contract/fault';
import { MAX_DEPOTS, MAX_PLANS } from '@milepost/contract/route-kinds';
import { AppError } from '../errors.ts';
import type { Queryable } from './database.ts';
import { recordOf, type RecordSubject } from './records/record-tables.ts';

/**
 * The limits of what a person or an organisation creates: a higher number is a mistake or an attack. The limits of an
 * organisation's records are in their entries of `RECORD_TABLES`.
 */
const OTHERS = {
  draft: { most: 200, rows: 'messages WHERE sender_id = $1 AND sent_at IS NULL AND sender_deleted_at IS NULL' },
  download: { most: 2000, rows: 'downloads WHERE user_id = $1 AND until > now() AND NOT scheduled' },
  task: { most: 2000, rows: `tasks WHERE created_by = $1 AND deleted_at IS NULL AND state <> 'done'` },
  'api-token': { most: 50, rows: 'api_tokens WHERE user_id = $1' },
  'saved-report': { most: 100, rows: 'saved_reports WHERE user_id = $1 AND deleted_at IS NULL' },
  'report-schedule': { most: 100, rows: 'report_schedules WHERE user_id = $1 AND deleted_at IS NULL' },
  depot: { most: MAX_DEPOTS, rows: 'depots WHERE organisation_id = $1 AND deleted_at IS NULL' },
  'route-plan': { most: MAX_PLANS, rows: 'route_plans WHERE route_id = $1 AND deleted_at IS NULL' },
  'sensor-profile': { most: 200, rows: 'sensor_profiles WHERE organisation_id = $1 AND deleted_at IS NULL' },
  'command-template': { most: 200, rows: 'command_templates WHERE organisation_id = $1' },
  command: { most: 50, rows: `device_commands WHERE vehicle_id = $1 AND state = 'waiting'` },
  'run-vehicle': { most: 50, rows: 'run_vehicles WHERE run_id = $1' },
  group: { most: 5000, rows: 'vehicle_groups WHERE organisation_id = $1' },
  role: { most: 200, rows: 'roles WHERE organisation_id = $1' },
  plan: { most: 500, rows: 'plans WHERE organisation_id = $1 AND deleted_at IS NULL' },
  budget: { most: 10_000, rows: 'budgets WHERE organisation_id = $1 AND deleted_at IS NULL' },
  // Marks are never deleted, and each one is loaded with its installation.
  'private-mark': {
    most: 2000,
    rows: `private_marks WHERE vehicle_id = $1 AND marked_at > now() - interval '365 days'`,
    code: 'private-marks-vehicle',
  },
  'own-mark': {
    most: 50,
    rows: `private_marks WHERE driver_id = $1 AND marked_at > now() - interval '24 hours'`,
    code: 'private-marks-driver',
  },
} as const;

type Limited = keyof typeof OTHERS | RecordSubject<{ most: number }>;

const isOther = (of: Limited): of is keyof typeof OTHERS => Object.hasOwn(OTHERS, of);

interface Quota {
  most: number;
  rows: string;
  /** The fault, where the owner cannot delete some of them. */
  code?: 'private-marks-vehicle' | 'private-marks-driver';
}

function quotaOf(of: Limited): Quota {
  if (isOther(of)) return OTHERS[of];
  const stored = recordOf(of);
  if (stored?.most === undefined) throw new Error(`${of} has no quota`);
  return { most: stored.most, rows: `${stored.table} WHERE organisation_id = $1 AND deleted_at IS NULL` };
}

/** How many of the requested records an owner can still add. */
export async function roomFor(
  db: Queryable,
  of: Limited,
  owner: number,
  wanted: number,
): Promise<{ left: number; most: number }> {
  const { most, rows } = quotaOf(of);
  const { rowCount } = await db.query(`SELECT FROM ${rows} OFFSET $2 LIMIT $3`, [
    owner,
    Math.max(0, most - wanted),
    wanted,
  ]);
  return { left: wanted - (rowCount ?? 0), most };
}

/**
 * Checks that an owner has no more records than allowed: after one was added, in its transaction.
 * @param owner the person, the organisation, the vehicle or the driver, depending on the kind
 * @throws AppError `conflict` if the owner exceeds the limit
 */
export async function checkQuota(db: Queryable, of: Limited, owner: number): Promise<void> {
  const { most, rows, code = 'most-kept' } = quotaOf(of);
  // Serialised, so that two transactions cannot exceed the limit together.
  await db.query('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [`quota-${of}`, owner]);
  const { rowCount } = await db.query(`SELECT FROM ${rows} OFFSET $2 LIMIT 1`, [owner, most]);
  if (rowCount) throw new AppError('conflict', fault(code, { most }));
}
