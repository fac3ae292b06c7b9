import type { Caller } from '../people/callers.ts';
import { amongSql, type Scope } from '../scope.ts';

/**
 * A person who manages users and roles: only those below their own role, in their own organisation and those below it.
 */
export interface Manager {
  userId: number;
  roleId: number;
  /** 1 is the highest; roles with a greater number are below. */
  priority: number;
  /**
   * An administrator of the root: there is no higher role, so these manage each other; otherwise there could never be a
   * second.
   */
  top: boolean;
  scope: Scope;
}

export function managerOf(caller: Caller): Manager {
  const { userId, roleId, priority, scope } = caller;
  return { userId, roleId, priority, scope, top: scope.root && priority === 1 };
}

/**
 * SQL: true when a role is below the manager's. It must also grant nothing that the manager lacks: a person who
 * controls a user (for example by setting the address for password links) could otherwise act with higher rights.
 * @param role SQL of its id
 * @param priority SQL of its priority
 * @param at the number of the first of the three parameters of `managerValues`
 */
export function roleBelowSql(role: string, priority: string, at: number): string {
  const [own, rank, top] = [`$${at}::int`, `$${at + 1}::int`, `$${at + 2}::boolean`];
  return `(${top} OR (${priority} > ${rank} AND NOT EXISTS (
    SELECT FROM role_permissions p LEFT JOIN role_permissions mine ON mine.role_id = ${own} AND mine.menu_id = p.menu_id
    WHERE p.role_id = ${role} AND (
      p.can_view > coalesce(mine.can_view, false) OR p.can_create > coalesce(mine.can_create, false)
      OR p.can_edit > coalesce(mine.can_edit, false) OR p.can_delete > coalesce(mine.can_delete, false)))))`;
}

/**
 * SQL: true when a user (`u`) sees nothing beyond the manager's limit, since a person who controls an account can act
 * through it. Used with `roleBelowSql` wherever an account is managed.
 */
export function limitWithinSql({ scope: { limit } }: Pick<Manager, 'scope'>): string {
  if (limit === null) return 'true';
  return `(u.limited AND ${amongSql('u.limit_group_ids', limit.groupIds)}
    AND ${amongSql('u.limit_vehicle_ids', limit.vehicleIds)}${limit.common ? '' : ' AND NOT u.limit_common'})`;
}

/** The parameters of `roleBelowSql`, in order. */
export const managerValues = (manager: Manager) => [manager.roleId, manager.priority, manager.top] as const;
