import type { Action, MenuKey } from '@milepost/contract/rights';
import type { Grants } from './callers.ts';

const ALL: readonly Action[] = ['view', 'create', 'edit', 'delete'];
const CHANGES: readonly Action[] = ['create', 'edit', 'delete'];

/**
 * Grants that do not apply to a person limited to some vehicles: they concern all vehicles, or records without a
 * vehicle. Their screens and buttons are hidden, and their calls are refused (`limited` in the contract).
 */
const CLOSED: Partial<Record<MenuKey, readonly Action[]>> = {
  'geo-fence': CHANGES,
  maps: CHANGES,
  webhooks: ALL,
  devices: ['create', 'delete'],
  'connect-device': ALL,
  users: ['delete'],
  roles: CHANGES,
  menus: CHANGES,
  organisations: CHANGES,
  'audit-log': ALL,
  outbox: ALL,
  subscriptions: ALL,
  server: ALL,
};
const isListed = (menu: string): menu is keyof typeof CLOSED => Object.hasOwn(CLOSED, menu);

/** The remaining grants of a role on a menu. */
export function limitedGrants(menu: string, grants: Grants): Grants {
  const closed = isListed(menu) ? (CLOSED[menu] ?? []) : [];
  const left = { ...grants };
  for (const action of closed) left[action] = false;
  return left;
}
