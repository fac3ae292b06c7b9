import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';
import type { Queryable } from './database.ts';

/** The table of each kind of record that has a column `version`, which each save counts up. */
const TABLES = {
  vehicle: 'vehicles',
  document: 'documents',
  driver: 'drivers',
  contact: 'contacts',
  expense: 'expenses',
  plan: 'plans',
  subscription: 'subscriptions',
  checklist: 'checklists',
  'work-order': 'work_orders',
  'service-plan': 'service_plans',
  budget: 'budgets',
  'recurring-expense': 'recurring_expenses',
  task: 'tasks',
  'saved-report': 'saved_reports',
} as const;
type Versioned = keyof typeof TABLES;

/**
 * Refuses to write over what somebody else saved since the record was read. Its row must be locked.
 * @param read the version that was read; undefined where the caller does not care
 * @throws AppError `conflict` with `changed-meanwhile`, which names who saved it last
 */
export async function checkVersion(
  db: Queryable,
  subject: Versioned,
  id: number,
  read: number | undefined,
): Promise<void> {
  if (read === undefined) return;
  const { rows } = await db.query<{ version: number; who: string | null }>(
    `SELECT version, (SELECT username FROM audit_log WHERE subject = $2 AND subject_id = $3
                      ORDER BY id DESC LIMIT 1) AS who
     FROM ${TABLES[subject]} WHERE id = $1`,
    [id, subject, String(id)],
  );
  const [stored] = rows;
  if (stored && stored.version !== read) {
    throw new AppError('conflict', fault('changed-meanwhile', { who: stored.who ?? 'Milepost' }));
  }
}
