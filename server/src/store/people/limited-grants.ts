import type { Action, MenuKey } from '@milepost/contract/rights';
import type { Grants } from './callers.ts';

const ALL: readonly Action[] = ['view', 'create', 'edit', 'delete'];
const CHANGES: readonly Action[] = ['create', 'edit', 'delete'];

/**
 * Grants that do not hold for a person limited to some vehicles: they concern all vehicles, or things that belong to no
 * vehicle. Their screens and buttons are hidden; their calls are closed as well (`limited` in the contract).
 */
const CLOSED: Partial<Record<MenuKey, readonly Action[]>> = {
  'geo-fence': CHANGES,
  maps: CHANGES,
  webhooks: ALL,
  devices: ['create', 'delete'],
  'connect-device': ALL,
  roles: CHANGES,
  menus: CHANGES,
  organisations: CHANGES,
  'audit-log': ALL,
  outbox: ALL,
  subscriptions: ALL,
};
const isListed = (menu: string): menu is keyof typeof CLOSED => Object.hasOwn(CLOSED, menu);

/** What is left of a role's grants on a menu. */
export function limitedGrants(menu: string, grants: Grants): Grants {
  const closed = isListed(menu) ? (CLOSED[menu] ?? []) : [];
  const left = { ...grants };
  for (const action of closed) left[action] = false;
  return left;
}
