import type { Action } from '@milepost/contract/rights';
import { useSyncExternalStore } from 'react';
import { showPermissionDenied } from '../ui/notification/show-notification.ts';
import { call, SOON } from './call.ts';
import { CallError } from './call-error.ts';
import { isLeaving } from './session-end.ts';
import { readMenuId, removeMenuId, saveMenuId } from './storage.ts';

/** The permissions of the role on a menu (specification, section 3). */
export interface PermissionFlags {
  /** Edit. */
  p_status: boolean;
  p_create_status: boolean;
  p_delete_status: boolean;
}

/** A missing flag is unknown: its check got no reply. */
type KnownFlags = Partial<PermissionFlags>;

const NO_PERMISSIONS: PermissionFlags = { p_status: false, p_create_status: false, p_delete_status: false };
const FLAG_OF = { edit: 'p_status', create: 'p_create_status', delete: 'p_delete_status' } as const;

/** The menu of the screen in this window, and its flags; null until they are known. */
interface Current {
  menuID: number | null;
  flags: KnownFlags | null;
}

let current: Current = { menuID: null, flags: null };
const listeners = new Set<() => void>();

function change(next: Current): void {
  current = next;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const readCurrent = () => current;

/** Records that the screen of this menu is shown; null for a screen that is in no menu. Updates local storage. */
export function openMenu(menuID: number | null): void {
  if (menuID === null) removeMenuId();
  else saveMenuId(menuID);
  if (menuID !== current.menuID) change({ menuID, flags: null });
}

/**
 * Requests the role's permissions on the current menu, the one of local storage, and stores the flags. A flag is true
 * if the status is 200 and its p_status is 1, and false for any other reply (specification, section 4). Status 400 also
 * ends the session. Without a menu nothing is allowed. A flag without a reply stays unknown: the permissions known when
 * the application opened apply, and the person sees a message.
 */
export async function checkPermissions(): Promise<KnownFlags> {
  const menuID = readMenuId();
  if (menuID === null) return NO_PERMISSIONS;
  const silent: CallError[] = [];
  const known = async (flag: keyof PermissionFlags, check: Check): Promise<KnownFlags> => {
    const answer = await isAllowed(check, menuID);
    if (typeof answer === 'boolean') return { [flag]: answer };
    silent.push(answer);
    return {};
  };
  const [edit, create, remove] = await Promise.all([
    known('p_status', 'edit-permission-check'),
    known('p_create_status', 'create-permission-check'),
    known('p_delete_status', 'delete-permission-check'),
  ]);
  const flags: KnownFlags = { ...edit, ...create, ...remove };
  if (menuID === current.menuID) change({ menuID, flags });
  const [error] = silent;
  if (error !== undefined && !isLeaving()) await showUnchecked(error);
  return flags;
}

async function showUnchecked(error: CallError): Promise<void> {
  const { showRightsFailure } = await import('../ui/notice/menu-check-note.tsx');
  showRightsFailure(error, () => void checkPermissions());
}

type Check = 'edit-permission-check' | 'create-permission-check' | 'delete-permission-check';

/** True if the server allows it; the error if it did not reply. */
async function isAllowed(check: Check, menuID: number): Promise<boolean | CallError> {
  try {
    return (await call(check, { menuID }, SOON)).p_status === 1;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return error.status === 0 ? error : false;
  }
}

/**
 * True if a flag is set; shows 'Permission Denied' in red if it is not. For an unknown flag a message was shown
 * already.
 */
export function allowedOrDenied(flags: KnownFlags, flag: keyof PermissionFlags): boolean {
  if (flags[flag] === false) showPermissionDenied();
  return flags[flag] === true;
}

/**
 * The flag of an action, if the flags belong to the menu `menuID`; null if they belong to another, or are not known
 * yet. They are requested when a screen of the menu opens.
 */
export function useFlag(menuID: number | undefined, action: Action): boolean | null {
  const { menuID: shown, flags } = useSyncExternalStore(subscribe, readCurrent);
  const flag = action === 'view' ? null : FLAG_OF[action];
  return flag === null || flags === null || shown !== menuID ? null : (flags[flag] ?? null);
}
