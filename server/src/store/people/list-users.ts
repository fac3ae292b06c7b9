import type { User } from '@milepost/contract/admin-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { limitWithinSql, type Manager, managerValues, roleBelowSql } from '../roles/manager.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { FREE_BY_NAME, waitingSql } from './sign-in-failures.ts';
import { limitSql, roleLimitSql } from './vehicle-limits.ts';
import { lockManager } from './lock-manager.ts';

interface UserRow extends Omit<User, 'lastSignInAt'> {
  lastSignInAt: Date | null;
}

/** Parameters 1 to 5 of the statements below. */
const values = (manager: Manager) => [manager.scope.organisationIds, manager.userId, ...managerValues(manager)];
const manageable = (manager: Manager) =>
  `(u.id <> $2 AND u.erased_at IS NULL AND ${limitWithinSql(manager)} AND ${roleBelowSql('r.id', 'r.priority', 3)})`;

const columns = (
  manager: Manager,
) => `u.id, u.username, u.display_name AS "displayName", u.email, u.role_id AS "roleId",
  r.name AS "roleName", u.organisation_id AS "organisationId", o.name AS "organisationName",
  CASE WHEN u.disabled_at IS NOT NULL THEN 'disabled' WHEN ${waitingSql('f', FREE_BY_NAME)} OR ${waitingSql('k', FREE_BY_NAME)} THEN 'locked'
       WHEN u.password_hash IS NULL THEN 'invited' ELSE 'active' END AS state,
  t.confirmed_at IS NOT NULL AS "twoFactor", l.at AS "lastSignInAt", ${limitSql(manager.scope)} AS limit,
  ${roleLimitSql(manager.scope)} AS "roleLimit", u.version,
  ${manageable(manager)} AS manageable`;
const TABLES = `users u JOIN roles r ON r.id = u.role_id JOIN organisations o ON o.id = u.organisation_id
  LEFT JOIN two_factor t ON t.user_id = u.id
  LEFT JOIN sign_in_failures f ON f.subject = 'user:' || u.name_key
  LEFT JOIN sign_in_failures k ON k.subject = 'known:' || u.id
  LEFT JOIN LATERAL (SELECT max(s.at) AS at FROM sign_ins s WHERE s.user_id = u.id AND s.result = 'success') l ON true`;
const SORTS = {
  username: 'lower(u.username)',
  displayName: 'lower(u.display_name)',
  roleName: 'lower(r.name)',
  organisationName: 'lower(o.name)',
  lastSignInAt: 'l.at',
};

const toUser = (row: UserRow): User => ({ ...row, lastSignInAt: row.lastSignInAt?.toISOString() ?? null });

/** SQL: users of the scope (parameter 1) whose fields contain the words of this parameter. */
const found = (patterns: string) =>
  `u.organisation_id = ANY($1) AND u.erased_at IS NULL AND ${everyWordIn(patterns, 'u.username', 'u.display_name', 'u.email', 'r.name', 'o.name')}`;

export async function listUsers(db: Queryable, manager: Manager, request: PageRequest): Promise<Page<User>> {
  const patterns = searchPatterns(request.search);
  const [page, count] = await Promise.all([
    db.query<UserRow>(
      `SELECT ${columns(manager)} FROM ${TABLES} WHERE ${found('$6')} ${pageSql(request, SORTS, 'u.id')}`,
      [...values(manager), patterns],
    ),
    db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM users u JOIN roles r ON r.id = u.role_id
       JOIN organisations o ON o.id = u.organisation_id WHERE ${found('$2')}`,
      [manager.scope.organisationIds, patterns],
    ),
  ]);
  return { rows: page.rows.map(toUser), total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope, and after an erasure */
export async function getUser(db: Queryable, manager: Manager, id: number): Promise<User> {
  const { rows } = await db.query<UserRow>(
    `SELECT ${columns(manager)} FROM ${TABLES} WHERE u.id = $6 AND u.organisation_id = ANY($1) AND u.erased_at IS NULL`,
    [...values(manager), id],
  );
  if (!rows[0]) throw noUser();
  return toUser(rows[0]);
}

/**
 * Checks that the manager can change this user, and locks the rows of both and the user's role until the transaction
 * ends; returns the manager's present state.
 * @throws AppError `not-found` outside the scope, `denied` for the manager's own account and for roles that are not
 * below
 */
export async function lockManageableUser(db: Queryable, caller: Manager, id: number): Promise<Manager> {
  const manager = await lockManager(db, caller, [id]);
  // Also locks the role, which must not gain a right between this check and the change.
  await db.query(
    `SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = $1 AND u.organisation_id = ANY($2)
     FOR UPDATE OF u FOR SHARE OF r`,
    [id, manager.scope.organisationIds],
  );
  const { rows } = await db.query<{ manageable: boolean; within: boolean }>(
    `SELECT ${manageable(manager)} AS manageable, ${limitWithinSql(manager)} AS within FROM users u JOIN roles r ON r.id = u.role_id
     WHERE u.id = $6 AND u.organisation_id = ANY($1) AND u.erased_at IS NULL`,
    [...values(manager), id],
  );
  if (!rows[0]) throw noUser();
  if (id === manager.userId) throw new AppError('denied', 'not-own-account');
  if (!rows[0].within) throw new AppError('denied', 'limit-person');
  if (!rows[0].manageable) throw new AppError('denied', 'role-not-below');
  return manager;
}

/** True when the manager can change this user at present. */
export async function isManageable(db: Queryable, manager: Manager, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM users u JOIN roles r ON r.id = u.role_id
     WHERE u.id = $6 AND u.organisation_id = ANY($1) AND ${manageable(manager)}`,
    [...values(manager), id],
  );
  return rowCount === 1;
}

/**
 * SQL: true for accounts (`u` with the role `r`) that the manager can connect with a driver: the manager's own, and
 * those that the manager can change. An account sees the runs, inspections and messages of its driver.
 */
export const linkableSql = (manager: Manager) => `(u.id = $2 OR ${manageable(manager)})`;

/** Returns which of these accounts of one organisation the manager can connect with a driver. */
export async function listLinkable(db: Queryable, manager: Manager, organisationId: number, ids: readonly number[]) {
  const { rows } = await db.query<{ id: number }>(
    `SELECT u.id FROM users u JOIN roles r ON r.id = u.role_id
     WHERE u.id = ANY($7) AND u.organisation_id = $6 AND u.organisation_id = ANY($1) AND ${linkableSql(manager)}`,
    [...values(manager), organisationId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The parameters of `linkableSql`, in order. */
export const linkableValues = values;

function noUser(): AppError {
  return new AppError('not-found', 'no-user');
}
