import { fileOperations } from '@milepost/contract/file-operations';
import { importOperations } from '@milepost/contract/import-operations';
import type { MenuKey } from '@milepost/contract/menus';
import type { Action } from '@milepost/contract/rights';
import type { Access, Operation } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import type { BasicRole } from '../store/roles/basic-roles.ts';
import { validInput } from './valid-input.ts';

/** Every operation. */
export const ROUTE_NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

/** The calls with this access. */
const withAccess = (...kinds: Access[]) => ROUTE_NAMES.filter((name) => kinds.includes(OPERATIONS[name].access));

/** The only operations without a session. */
export const OPEN = withAccess('anyone');
/**
 * Operations that no API token can call, whatever its maker may: sign-in and sign-out, and everything about the own
 * account.
 */
export const PERSON = withAccess('person');
/**
 * Operations that menus grant but that no API token can call: tokens could outlive themselves, and mails reveal what
 * was sent to whom.
 */
export const NO_SCRIPT = ROUTE_NAMES.filter((name) => {
  const { access }: Operation = OPERATIONS[name];
  return typeof access === 'object' && access.person === true;
});
/** Operations for every signed-in person. */
export const SIGNED_IN = withAccess('signedIn', 'person');
/**
 * Operations whose record or kind decides: people with a menu of such records. Files: those of a vehicle, see the
 * examples.
 */
export const BY_RECORD = withAccess('byRecord');

const readOf = (calls: object) => BY_RECORD.filter((name) => name in calls && name.startsWith('get-'));
const READS_IMPORTS = readOf(importOperations);
const IMPORTS = BY_RECORD.filter((name) => name in importOperations);
const READS_FILES = readOf(fileOperations);

/**
 * The operations that each starting role may call: a driver takes photos, a viewer views, an installer adds vehicles.
 */
const BY_RECORD_OF_ROLE: Readonly<Record<string, readonly OperationName[]>> = {
  Dispatcher: [...IMPORTS, ...READS_FILES, 'change-file'],
  Installer: BY_RECORD,
  Mechanic: [...IMPORTS, ...READS_FILES, 'change-file'],
  Accountant: [...IMPORTS, ...READS_FILES, 'change-file'],
  Driver: ['change-file'],
  Viewer: [...READS_IMPORTS, ...READS_FILES],
  Administrator: BY_RECORD,
};

/**
 * True when a role may make a call with its example input, according to the requirements of the call's entry and the
 * grants of the role.
 */
export function expectedOf({ name: role, grants }: BasicRole, name: OperationName): boolean {
  const { access }: Operation = OPERATIONS[name];
  if (BY_RECORD.includes(name)) return BY_RECORD_OF_ROLE[role]?.includes(name) ?? false;
  if (typeof access === 'string') return true;
  const may = (menu: MenuKey, action: Action) => grants[menu]?.includes(action) ?? false;
  const { menu, or = [], action } = access;
  if (action !== 'save') return [menu, ...or].some((one) => may(one, action));
  return may(menu, 'view') && may(menu, validInput(name)['id'] === undefined ? 'create' : 'edit');
}
