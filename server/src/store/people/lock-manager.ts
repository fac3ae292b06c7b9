import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Manager } from '../roles/manager.ts';
import { readLimit } from './callers.ts';

/**
 * Locks the rows of the manager and of others until the transaction ends, and returns the manager's present state, so
 * that a limit that was set since the call began applies to it.
 * @throws AppError `denied` if the manager was disabled, or got another role or organisation, since
 */
export async function lockManager(db: Queryable, manager: Manager, others: readonly number[] = []): Promise<Manager> {
  const { userId, roleId, scope } = manager;
  // In a fixed order, to avoid deadlocks when two people manage each other.
  await db.query('SELECT FROM users WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [[userId, ...others]]);
  const { rows } = await db.query<{ limited: boolean }>(
    `SELECT u.limited OR r.limited AS limited FROM users u JOIN roles r ON r.id = u.role_id
     WHERE u.id = $1 AND u.role_id = $2 AND u.organisation_id = $3 AND u.disabled_at IS NULL`,
    [userId, roleId, scope.organisationId],
  );
  if (!rows[0]) throw new AppError('denied', 'permission-denied');
  const limit = rows[0].limited ? await readLimit(db, userId, scope.organisationIds) : null;
  return { ...manager, scope: { ...scope, limit } };
}
