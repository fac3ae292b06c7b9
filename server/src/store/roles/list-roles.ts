import type { Grant, Role } from '@milepost/contract/admin-operations';
import type { RoleLimit } from '@milepost/contract/vehicle-limit';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Manager, managerValues, roleBelowSql } from './manager.ts';
import { roleLimitSql } from '../people/vehicle-limits.ts';
import type { Scope } from '../scope.ts';
import { firstRows, type Page } from '../page.ts';

const columnsOf = ({
  scope,
}: Manager) => `r.id, r.name, r.organisation_id AS "organisationId", o.name AS "organisationName", r.priority,
  (SELECT count(*)::int FROM users u WHERE u.role_id = r.id AND u.erased_at IS NULL) AS users, ${roleLimitSql(scope)} AS limit,
  r.version, r.priority > $3 AND ${roleBelowSql('r.id', 'r.priority', 2)} AS manageable`;
const TABLES = 'roles r JOIN organisations o ON o.id = r.organisation_id';

/** The roles of the scope, highest first. */
export function listRoles(db: Queryable, manager: Manager): Promise<Page<Role>> {
  return firstRows<Role>(
    db,
    `SELECT ${columnsOf(manager)} FROM ${TABLES} WHERE r.organisation_id = ANY($1) ORDER BY r.priority, lower(r.name), r.id`,
    [manager.scope.organisationIds, ...managerValues(manager)],
  );
}

/** The distinct priorities of the scope's roles, highest first. */
export async function listPriorities(db: Queryable, scope: Scope): Promise<number[]> {
  const { rows } = await db.query<{ priority: number }>(
    'SELECT DISTINCT priority FROM roles WHERE organisation_id = ANY($1) ORDER BY priority',
    [scope.organisationIds],
  );
  return rows.map(({ priority }) => priority);
}

/** @throws AppError `not-found` outside the scope */
export async function getRole(db: Queryable, manager: Manager, id: number): Promise<Role> {
  const { rows } = await db.query<Role>(
    `SELECT ${columnsOf(manager)} FROM ${TABLES} WHERE r.id = $5 AND r.organisation_id = ANY($1)`,
    [manager.scope.organisationIds, ...managerValues(manager), id],
  );
  if (!rows[0]) throw noRole();
  return rows[0];
}

interface GrantRow extends Omit<Grant, 'grantable'> {
  mayView: boolean;
  mayCreate: boolean;
  mayEdit: boolean;
  mayDelete: boolean;
}

/** SQL: the four grants of a row of `role_permissions` that may not exist, with these column names. */
function columns(alias: string, names: readonly [string, string, string, string]): string {
  return ['can_view', 'can_create', 'can_edit', 'can_delete']
    .map((column, index) => `coalesce(${alias}.${column}, false) AS "${names[index]}"`)
    .join(', ');
}

/**
 * The grants of a role on each menu with a path (null: a new role without grants), and those that the manager can give.
 */
export async function listGrants(db: Queryable, roleId: number | null, manager: Manager): Promise<Grant[]> {
  const { rows } = await db.query<GrantRow>(
    `SELECT m.id AS "menuId", m.key, m.title, above.title AS "parentTitle",
            ${columns('p', ['view', 'create', 'edit', 'delete'])},
            ${columns('mine', ['mayView', 'mayCreate', 'mayEdit', 'mayDelete'])}
     FROM menus m LEFT JOIN menus above ON above.id = m.parent_id
     LEFT JOIN role_permissions p ON p.menu_id = m.id AND p.role_id = $1
     LEFT JOIN role_permissions mine ON mine.menu_id = m.id AND mine.role_id = $2
     WHERE m.path <> '' ORDER BY coalesce(above.position, m.position), m.position, m.id`,
    [roleId, manager.roleId],
  );
  return rows.map(({ mayView, mayCreate, mayEdit, mayDelete, ...grant }) => ({
    ...grant,
    grantable: { view: mayView, create: mayCreate, edit: mayEdit, delete: mayDelete },
  }));
}

/** The users of the role in the scope. */
export function listUsersOfRole(db: Queryable, scope: Scope, roleId: number) {
  return firstRows<{ id: number; username: string; displayName: string }>(
    db,
    `SELECT id, username, display_name AS "displayName" FROM users
     WHERE role_id = $1 AND organisation_id = ANY($2) ORDER BY lower(display_name), id`,
    [roleId, scope.organisationIds],
  );
}

/** The roles that the manager can assign. */
export function listAssignableRoles(db: Queryable, manager: Manager) {
  return firstRows<{ id: number; name: string; organisationId: number; limit: RoleLimit | null }>(
    db,
    `SELECT r.id, r.name, r.organisation_id AS "organisationId", ${roleLimitSql(manager.scope)} AS limit FROM roles r
     WHERE r.organisation_id = ANY($1) AND ${roleBelowSql('r.id', 'r.priority', 2)} ORDER BY r.priority, lower(r.name), r.id`,
    [manager.scope.organisationIds, ...managerValues(manager)],
  );
}

/**
 * True when the manager can assign the role to a user of the organisation; the role must belong to that organisation or
 * one above it.
 */
export async function isAssignable(
  db: Queryable,
  manager: Manager,
  roleId: number,
  organisationId: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id FROM organisations WHERE id = $6
       UNION
       SELECT o.id, o.parent_id FROM organisations o JOIN above ON o.id = above.parent_id
     )
     SELECT FROM roles r WHERE r.id = $5 AND r.organisation_id = ANY($1)
       AND r.organisation_id IN (SELECT id FROM above) AND ${roleBelowSql('r.id', 'r.priority', 2)}`,
    [manager.scope.organisationIds, ...managerValues(manager), roleId, organisationId],
  );
  return rowCount === 1;
}

export function noRole(): AppError {
  return new AppError('not-found', 'no-role');
}
