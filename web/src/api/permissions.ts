import type { Action } from '@milepost/contract/rights';
import { useSyncExternalStore } from 'react';
import { showPermissionDenied } from '../ui/notification/show-notification.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { readMenuId, removeMenuId, saveMenuId } from './storage.ts';

/** What the role may do on a menu (specification, section 3). */
export interface PermissionFlags {
  /** Edit. */
  p_status: boolean;
  p_create_status: boolean;
  p_delete_status: boolean;
}

const NOTHING: PermissionFlags = { p_status: false, p_create_status: false, p_delete_status: false };
const FLAG_OF = { edit: 'p_status', create: 'p_create_status', delete: 'p_delete_status' } as const;

/** The menu whose screen this window shows, and its flags; null until they are known. */
interface Current {
  menuID: number | null;
  flags: PermissionFlags | null;
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

/** The screen of this menu is shown; null for a screen that is in no menu. Local storage follows. */
export function openMenu(menuID: number | null): void {
  if (menuID === null) removeMenuId();
  else saveMenuId(menuID);
  if (menuID !== current.menuID) change({ menuID, flags: null });
}

/**
 * Asks the server what the role may do on the current menu, the one of local storage, and keeps the flags. A flag is true
 * when the answer is 200 and its p_status is 1, else false (specification, section 4). Status 400 ends the session
 * besides. Without a menu nothing is allowed.
 */
export async function checkPermissions(): Promise<PermissionFlags> {
  const menuID = readMenuId();
  if (menuID === null) return NOTHING;
  const [p_status, p_create_status, p_delete_status] = await Promise.all([
    isAllowed('edit-permission-check', menuID),
    isAllowed('create-permission-check', menuID),
    isAllowed('delete-permission-check', menuID),
  ]);
  const flags = { p_status, p_create_status, p_delete_status };
  if (menuID === current.menuID) change({ menuID, flags });
  return flags;
}

type Check = 'edit-permission-check' | 'create-permission-check' | 'delete-permission-check';

async function isAllowed(check: Check, menuID: number): Promise<boolean> {
  try {
    return (await call(check, { menuID })).p_status === 1;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return false;
  }
}

/** Whether a flag is set; says 'Permission Denied' in red where it is not. */
export function allowedOrDenied(flags: PermissionFlags, flag: keyof PermissionFlags): boolean {
  if (!flags[flag]) showPermissionDenied();
  return flags[flag];
}

/**
 * What the flags say of an action, where they are of the menu `menuID`; null where they are of another, or not known yet.
 * They are asked for when a screen of the menu opens.
 */
export function useFlag(menuID: number | undefined, action: Action): boolean | null {
  const { menuID: shown, flags } = useSyncExternalStore(subscribe, readCurrent);
  const flag = action === 'view' ? null : FLAG_OF[action];
  return flag === null || flags === null || shown !== menuID ? null : flags[flag];
}
