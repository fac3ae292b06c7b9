import type { MenuKey } from '@milepost/contract/rights';
import { isShownSql } from '../scope.ts';

/**
 * SQL: true when a user can be notified about the records of some menus in an organisation: not disabled, with a role
 * that shows one of the menus, and in that organisation or one above it. The user's limit to vehicles is not checked.
 * @param user alias of `users`
 * @param organisation SQL of the organisation's id
 */
export const watchesMenus = (user: string, organisation: string, menus: readonly MenuKey[]): string =>
  `(${user}.disabled_at IS NULL
  AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
    WHERE p.role_id = ${user}.role_id AND m.key IN (${menus.map((key) => `'${key}'`).join(', ')}) AND p.can_view)
  AND ${user}.organisation_id IN (
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM organisations WHERE id = ${organisation}
      UNION
      SELECT up.id, up.parent_id FROM organisations up JOIN above ON up.id = above.parent_id
    ) SELECT id FROM above))`;

/** The same for alarms. `isNotified` also checks the limit to vehicles. */
export const watchesAlarms = (user: string, organisation: string): string =>
  watchesMenus(user, organisation, ['alarms']);

/**
 * SQL: true when a user can be notified about alarms of a vehicle, including the user's limit.
 * @param user alias of `users`
 * @param vehicle alias of `vehicles`
 */
export const isNotified = (user: string, vehicle: string): string =>
  `(${isShownSql(user, vehicle)} AND ${watchesAlarms(user, `${vehicle}.organisation_id`)})`;
