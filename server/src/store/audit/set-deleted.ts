import type { Queryable } from '../database.ts';
import { type Actor, audited } from './audit.ts';
import type { Subject } from './audit-subjects.ts';

/** The table of each kind of record that is hidden when it is deleted, and of which nothing else changes then. */
const TABLES = {
  budget: 'budgets',
  checklist: 'checklists',
  contact: 'contacts',
  document: 'documents',
  expense: 'expenses',
  inspection: 'inspections',
  meter: 'meter_readings',
  'own-field': 'own_fields',
  payment: 'payments',
  place: 'places',
  plan: 'plans',
  'recurring-expense': 'recurring_expenses',
  'service-plan': 'service_plans',
  'service-record': 'service_records',
  subscription: 'subscriptions',
  task: 'tasks',
  'work-order': 'work_orders',
} as const satisfies Partial<Record<Subject, string>>;

/**
 * Hides a record, or shows a hidden one again, with its entry in the audit log. Its row must be locked, and `db` a
 * transaction.
 */
export async function setDeleted(
  db: Queryable,
  actor: Actor,
  subject: keyof typeof TABLES,
  id: number,
  deleted: boolean,
): Promise<void> {
  await audited(db, actor, { subject, id, action: deleted ? 'delete' : 'restore' }, async () => {
    await db.query(`UPDATE ${TABLES[subject]} SET deleted_at = CASE WHEN $2 THEN now() END WHERE id = $1`, [
      id,
      deleted,
    ]);
    return id;
  });
}
