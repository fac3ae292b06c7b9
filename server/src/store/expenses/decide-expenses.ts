import { type Actor, audited } from '../audit/audit.ts';
import { AppError } from '../../errors.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { isShownSql, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { lockExpense, type StoredExpense } from './change-expenses.ts';

export type Decision = 'approve' | 'refuse' | 'reopen';

const AFTER: Record<Decision, string> = { approve: 'approved', refuse: 'refused', reopen: 'submitted' };

interface Decided {
  ids: readonly number[];
  /** The version of each that the caller saw; without versions, they are not checked. */
  versions?: readonly number[] | undefined;
  decision: Decision;
  reason: string | null;
}

/**
 * Approves or refuses waiting expenses, or withdraws decisions: all of them, or none. People who contributed to one
 * leave it to other approvers, if there are any.
 * @throws AppError `not-found`, `conflict` if one no longer waits or has changed, `denied` for an own one
 */
export function decideExpenses(
  database: Database,
  scope: Scope,
  actor: Actor,
  { ids, versions, decision, reason }: Decided,
): Promise<void> {
  return inTransaction(database, async (db) => {
    // In a fixed order, to avoid deadlocks between concurrent decisions.
    const seen = new Map(ids.map((id, index) => [id, versions?.[index]]));
    for (const [id, version] of [...seen].toSorted(([a], [b]) => a - b)) {
      const expense = await lockExpense(db, scope, id, false);
      const waits = expense.state === 'submitted';
      const decided = expense.state === 'approved' || expense.state === 'refused';
      if (decision === 'reopen' ? !decided : !waits) throw new AppError('conflict', 'expense-decided');
      await checkVersion(db, 'expense', id, version);
      if (decision === 'approve' && (await isForOthers(db, expense, actor)))
        throw new AppError('denied', 'own-expense');
      await audited(db, actor, { subject: 'expense', id, action: decision }, async () => {
        await db.query(
          `UPDATE expenses SET state = $2, reason = $3, decided_by = CASE WHEN $2 <> 'submitted' THEN $4::int END,
             decided_at = CASE WHEN $2 <> 'submitted' THEN now() END, version = version + 1, updated_at = now()
           WHERE id = $1`,
          [id, AFTER[decision], decision === 'refuse' ? reason : null, actor.userId],
        );
        return id;
      });
    }
  });
}

/**
 * True when an approval is reserved to others: for contributors, while there are approvers who did not contribute; and
 * for the person who submitted it last, while there is any other approver, so that two people cannot approve each
 * other's changes.
 */
async function isForOthers(db: Queryable, expense: StoredExpense, { userId }: Actor): Promise<boolean> {
  const { writers, submittedBy } = expense;
  if (userId === null || !writers.includes(userId)) return false;
  if (await mayBeDecidedWithout(db, expense, userId, writers)) return true;
  return submittedBy === userId && mayBeDecidedWithout(db, expense, userId, [userId]);
}

/**
 * True when anybody except these, in the expense's organisation or in the caller's, can decide on it. People of
 * organisations above, such as the operator of the server, are not considered.
 */
async function mayBeDecidedWithout(
  db: Queryable,
  expense: StoredExpense,
  userId: number,
  without: readonly (number | null)[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM users u WHERE u.id <> ALL($4) AND u.disabled_at IS NULL
       AND u.organisation_id IN ($1, (SELECT organisation_id FROM users WHERE id = $2))
       AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
         WHERE p.role_id = u.role_id AND m.key = 'expense-approval' AND p.can_view AND p.can_edit)
       AND CASE WHEN $3::int IS NULL
         THEN NOT u.limited AND NOT EXISTS (SELECT FROM roles r WHERE r.id = u.role_id AND r.limited)
         ELSE EXISTS (SELECT FROM vehicles v WHERE v.id = $3 AND ${isShownSql('u', 'v')}) END
     LIMIT 1`,
    [expense.organisationId, userId, expense.vehicleId, without.filter((id) => id !== null)],
  );
  return (rowCount ?? 0) > 0;
}
