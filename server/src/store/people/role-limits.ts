import type { RoleLimitInput } from '@milepost/contract/vehicle-limit';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { checkLimit, deleteNotices } from './vehicle-limits.ts';

/** The limit of a role; null without one. */
export async function readRoleLimit(db: Queryable, roleId: number): Promise<RoleLimitInput | null> {
  const { rows } = await db.query<{ limit: RoleLimitInput | null }>(
    `SELECT CASE WHEN limited THEN jsonb_build_object('groupIds', limit_group_ids, 'common', limit_common) END AS limit FROM roles WHERE id = $1`,
    [roleId],
  );
  return rows[0]?.limit ?? null;
}

/**
 * The groups of a role's limit must belong to its organisation, or to one below it.
 * @throws AppError `invalid` at the field `limit`
 */
export const checkRoleLimit = (
  db: Queryable,
  scope: Scope,
  organisationId: number,
  limit: RoleLimitInput | null,
): Promise<void> => checkLimit(db, scope, organisationId, limit && { ...limit, vehicleIds: [] });

/** Writes a limit, null for none; returns whether it changed. */
export async function writeRoleLimit(db: Queryable, roleId: number, limit: RoleLimitInput | null): Promise<boolean> {
  const groupIds = [...new Set(limit?.groupIds)].toSorted((a, b) => a - b);
  const { rowCount } = await db.query(
    `UPDATE roles SET limited = $2, limit_group_ids = $3, limit_common = $4
     WHERE id = $1 AND (limited, limit_group_ids, limit_common) IS DISTINCT FROM ($2::boolean, $3::int[], $4::boolean)`,
    [roleId, limit !== null, groupIds, limit?.common ?? false],
  );
  return rowCount === 1;
}

/**
 * Applies the consequences of a changed role limit to everybody with the role: their notices may name vehicles beyond
 * it, and the person who set their address may have had less to gain from it.
 * @returns the ids of these users
 */
export async function applyRoleLimit(db: Queryable, roleId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `UPDATE users SET email_doubt = CASE WHEN email_doubt IS NOT NULL THEN 'held' END WHERE role_id = $1 RETURNING id`,
    [roleId],
  );
  const userIds = rows.map(({ id }) => id);
  await deleteNotices(db, userIds);
  return userIds;
}
