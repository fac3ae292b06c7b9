import { call } from '../api/call.ts';
import { readMenuId } from '../api/storage.ts';
import { showPermissionDenied } from '../ui/notification/show-notification.ts';

/** What the role may do on a menu (specification, section 3). */
export interface PermissionFlags {
  /** Edit. */
  p_status: boolean;
  p_create_status: boolean;
  p_delete_status: boolean;
}

/**
 * Asks the server what the role may do on the current menu; the menu's identifier is kept in local storage. A flag is
 * true when the answer is 200 and its p_status is 1 (specification, section 4). Without a menu nothing is allowed.
 * @throws {CallError} when the server cannot be asked; status 400 has ended the session by then
 */
export async function checkPermissions(menuID = readMenuId()): Promise<PermissionFlags> {
  if (menuID === null) return { p_status: false, p_create_status: false, p_delete_status: false };
  const [edit, create, remove] = await Promise.all([
    call('edit-permission-check', { menuID }),
    call('create-permission-check', { menuID }),
    call('delete-permission-check', { menuID }),
  ]);
  return {
    p_status: edit.p_status === 1,
    p_create_status: create.p_status === 1,
    p_delete_status: remove.p_status === 1,
  };
}

/** Whether a flag is set; says 'Permission Denied' in red where it is not. */
export function allowedOrDenied(flags: PermissionFlags, flag: keyof PermissionFlags): boolean {
  if (!flags[flag]) showPermissionDenied();
  return flags[flag];
}
