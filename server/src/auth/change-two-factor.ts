import { findAccount } from '../store/people/accounts.ts';
import { type Actor, record } from '../store/audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';

/** Changes the two-factor sign-in of a user, and logs the change if it was made (its result is not null or false). */
export function changeTwoFactor<Result>(
  database: Database,
  actor: Actor,
  userId: number,
  action: 'two-factor-on' | 'two-factor-off' | 'recovery-codes',
  change: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (db) => {
    const result = await change(db);
    const account = result ? await findAccount(db, userId) : null;
    if (account) {
      const { organisationId } = account;
      const NO_VALUES = { before: null, after: null };
      await record(db, actor, { organisationId, subject: 'user', subjectId: userId, action, ...NO_VALUES });
    }
    return result;
  });
}
