import type { Action, MenuKey } from '@milepost/contract/menu';
import type { Grants } from './callers.ts';

const ALL: readonly Action[] = ['view', 'create', 'edit', 'delete'];
const CHANGES: readonly Action[] = ['create', 'edit', 'delete'];

/**
 * What a role grants in vain to somebody who is shown only some vehicles: it concerns all of them, or what nobody has
 * sorted by vehicle. Screens and buttons of it are not shown; the calls are closed besides (limited-callers.ts).
 */
const CLOSED: Partial<Record<MenuKey, readonly Action[]>> = {
  'geo-fence': CHANGES,
  webhooks: ALL,
  devices: ['create', 'delete'],
  'connect-device': ALL,
  roles: CHANGES,
  menus: CHANGES,
  organisations: CHANGES,
  'audit-log': ALL,
  outbox: ALL,
  payments: ALL,
};
const isListed = (menu: string): menu is keyof typeof CLOSED => Object.hasOwn(CLOSED, menu);

/** What is left of a role's grants on a menu. */
export function limitedGrants(menu: string, grants: Grants): Grants {
  const closed = isListed(menu) ? (CLOSED[menu] ?? []) : [];
  const left = { ...grants };
  for (const action of closed) left[action] = false;
  return left;
}
