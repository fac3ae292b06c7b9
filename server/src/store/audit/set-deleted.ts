import type { Queryable } from '../database.ts';
import { type Actor, audited } from './audit.ts';
import { type HiddenSubject, tableOfSubject } from './subjects.ts';

/**
 * Hides a record, or restores a hidden one, with an entry in the audit log. Its row must be locked, and `db` in a
 * transaction.
 */
export async function setDeleted(
  db: Queryable,
  actor: Actor,
  subject: HiddenSubject,
  id: number,
  deleted: boolean,
): Promise<void> {
  await audited(db, actor, { subject, id, action: deleted ? 'delete' : 'restore' }, async () => {
    await db.query(`UPDATE ${tableOfSubject(subject)} SET deleted_at = CASE WHEN $2 THEN now() END WHERE id = $1`, [
      id,
      deleted,
    ]);
    return id;
  });
}
