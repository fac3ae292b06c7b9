import type { Action, MenuKey } from '@milepost/contract/rights';
import { may } from '../../auth/caller.ts';
import { AppError } from '../../errors.ts';
import { findOwnDriver } from '../../store/drivers/own-driver.ts';
import { type MenuRow, menusForRole } from '../../store/roles/menus.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { hasMenu, menuTree, flattenSingleGroups } from '../menu-tree.ts';

/** The numbers of the specification's privilege check (section 7). */
const PRIVILEGES: ReadonlyMap<number, MenuKey> = new Map([[1, 'distribution']]);

export const menuHandlers = {
  'get-nav-menu': async (_input, context) => ({
    menuList: flattenSingleGroups(menuTree(await shownMenus(context))),
  }),

  'menu-check-by-id': async ({ menuID }, context) => {
    const tree = menuTree(await menusOf(context));
    if (!menuID || !hasMenu(tree, menuID)) throw noMenu();
    return {};
  },

  'get-privilege-check': async ({ menu }, { caller }) => {
    const key = PRIVILEGES.get(menu ?? 0);
    if (!key) throw noMenu();
    return { privilege: may(caller, key, 'view') ? '1' : '0' };
  },

  'edit-permission-check': ({ menuID }, context) => permission(menuID, 'edit', context),
  'create-permission-check': ({ menuID }, context) => permission(menuID, 'create', context),
  'delete-permission-check': ({ menuID }, context) => permission(menuID, 'delete', context),
} satisfies Pick<
  Handlers,
  | 'get-nav-menu'
  | 'menu-check-by-id'
  | 'get-privilege-check'
  | 'edit-permission-check'
  | 'create-permission-check'
  | 'delete-permission-check'
>;

/** The menu as the caller may see it: a person limited to some vehicles sees less than the role grants. */
async function menusOf({ services, caller }: CallContext): Promise<MenuRow[]> {
  const rows = await menusForRole(services.database, caller.roleId);
  return rows.map((row) => ({ ...row, view: caller.permissions.get(row.key)?.view ?? false }));
}

/** `CM` of an entry that the left menu does not show. */
const HIDDEN = 2;

/**
 * The page for drivers is of no use to an office: it is hidden from people who manage drivers and are not drivers
 * themselves.
 */
async function shownMenus(context: CallContext): Promise<MenuRow[]> {
  const { services, caller } = context;
  const rows = await menusOf(context);
  const office = may(caller, 'my-day', 'view') && may(caller, 'drivers', 'view');
  if (!office || (await findOwnDriver(services.database, caller.scope, caller.userId)) !== null) return rows;
  return rows.map((row) => (row.key === 'my-day' ? { ...row, cm: HIDDEN } : row));
}

async function permission(
  menuId: number | null,
  action: Action,
  { services, caller }: CallContext,
): Promise<{ p_status: 0 | 1 }> {
  const menu = (await menusForRole(services.database, caller.roleId)).find((row) => row.id === menuId);
  if (!menu) throw noMenu();
  // By the caller's permissions, not by the role: a read-only token has fewer.
  return { p_status: caller.permissions.get(menu.key)?.[action] ? 1 : 0 };
}

function noMenu(): AppError {
  return new AppError('not-found', 'no-menu');
}
