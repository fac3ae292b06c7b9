import type { MenuKey } from '@milepost/contract/rights';
import { isShownSql } from '../scope.ts';

/**
 * SQL: whether a user may be told of what a menu shows of an organisation: not disabled, with a role that shows one of
 * the menus, in that organisation or one above it. Of which vehicles is another question.
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

/** The same of alarms. Of which vehicles: `isTold`. */
export const watchesAlarms = (user: string, organisation: string): string =>
  watchesMenus(user, organisation, ['alarms']);

/**
 * SQL: whether a user may be told of alarms of a vehicle: the same, within the limit of the person.
 * @param user alias of `users`
 * @param vehicle alias of `vehicles`
 */
export const isNotified = (user: string, vehicle: string): string =>
  `(${isShownSql(user, vehicle)} AND ${watchesAlarms(user, `${vehicle}.organisation_id`)})`;
