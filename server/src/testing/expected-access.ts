import { fileRoutes } from '@milepost/contract/file-routes';
import { importRoutes } from '@milepost/contract/import-routes';
import type { MenuKey } from '@milepost/contract/menus';
import type { Action } from '@milepost/contract/rights';
import type { Access, RouteSpec } from '@milepost/contract/route';
import { type RouteName, ROUTES } from '@milepost/contract/routes';
import type { BasicRole } from '../store/roles/basic-roles.ts';
import { validInput } from './valid-input.ts';

/** Every route. */
export const ROUTE_NAMES = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES);

/** The calls with this access. */
const withAccess = (...kinds: Access[]) => ROUTE_NAMES.filter((name) => kinds.includes(ROUTES[name].access));

/** Who is not signed in may call these alone. */
export const OPEN = withAccess('anyone');
/** What an API token cannot do whatever its maker may: sign in and out, and everything about the own account. */
export const PERSON = withAccess('person');
/** What is granted by menus and no API token's: tokens could outlive themselves, mails tell what was sent to whom. */
export const NO_SCRIPT = ROUTE_NAMES.filter((name) => {
  const { access }: RouteSpec = ROUTES[name];
  return typeof access === 'object' && access.person === true;
});
/** Whoever is signed in may call these. */
export const SIGNED_IN = withAccess('signedIn', 'person');
/** The calls whose record or kind decides: who has a menu of such records. Files: those of a vehicle, see the examples. */
export const BY_RECORD = withAccess('byRecord');

const readOf = (calls: object) => BY_RECORD.filter((name) => name in calls && name.startsWith('get-'));
const READS_IMPORTS = readOf(importRoutes);
const IMPORTS = BY_RECORD.filter((name) => name in importRoutes);
const READS_FILES = readOf(fileRoutes);

/** What each starting role may do of them: a driver photographs, a viewer looks, an installer adds vehicles. */
const BY_RECORD_OF_ROLE: Readonly<Record<string, readonly RouteName[]>> = {
  Dispatcher: [...IMPORTS, ...READS_FILES, 'change-file'],
  Installer: BY_RECORD,
  Mechanic: [...IMPORTS, ...READS_FILES, 'change-file'],
  Accountant: [...IMPORTS, ...READS_FILES, 'change-file'],
  Driver: ['change-file'],
  Viewer: [...READS_IMPORTS, ...READS_FILES],
  Administrator: BY_RECORD,
};

/** Whether a role may make a call with its example as input, by what the call's entry asks for and the role grants. */
export function expectedOf({ name: role, grants }: BasicRole, name: RouteName): boolean {
  const { access }: RouteSpec = ROUTES[name];
  if (BY_RECORD.includes(name)) return BY_RECORD_OF_ROLE[role]?.includes(name) ?? false;
  if (typeof access === 'string') return true;
  const may = (menu: MenuKey, action: Action) => grants[menu]?.includes(action) ?? false;
  const { menu, or = [], action } = access;
  if (action !== 'save') return [menu, ...or].some((one) => may(one, action));
  return may(menu, 'view') && may(menu, validInput(name)['id'] === undefined ? 'create' : 'edit');
}
