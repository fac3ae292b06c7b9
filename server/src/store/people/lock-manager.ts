import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Manager } from '../roles/manager.ts';
import { readLimit } from './callers.ts';

/**
 * The manager as of now, whose row is locked until the transaction ends, together with those of others: a limit that was
 * set since the call began holds for it.
 * @throws AppError `denied` where the manager was disabled, or got another role or organisation, since
 */
export async function lockManager(db: Queryable, manager: Manager, others: readonly number[] = []): Promise<Manager> {
  const { userId, roleId, scope } = manager;
  // In one order: two people may manage each other at once.
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
