import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';

/** Serialises changes of the root's administrators, since two could otherwise remove each other concurrently. */
export async function lockAdministrators(db: Queryable): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('administrators'))`);
}

/** SQL: administrators of the root who can sign in. */
const ADMINISTRATORS = `SELECT u.id FROM users u JOIN roles r ON r.id = u.role_id
  JOIN organisations o ON o.id = u.organisation_id
  WHERE o.parent_id IS NULL AND r.priority = 1 AND r.organisation_id = o.id AND u.disabled_at IS NULL
    AND NOT u.limited AND NOT r.limited AND u.password_hash IS NOT NULL`;

export async function hasAdministrator(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(`${ADMINISTRATORS} LIMIT 1`);
  return rowCount === 1;
}

/** @throws AppError `conflict` if the root would have no administrator */
export async function checkAdministratorLeft(db: Queryable): Promise<void> {
  if (!(await hasAdministrator(db))) throw new AppError('conflict', 'last-administrator');
}

/** True if the root has no other administrator who can sign in. */
export async function isLastAdministrator(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await db.query<{ id: number }>(ADMINISTRATORS);
  return rows.length > 0 && rows.every(({ id }) => id === userId);
}
