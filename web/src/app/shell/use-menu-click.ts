import type { MenuItem } from '@milepost/contract/menu-item';
import { useLocation, useNavigate } from 'react-router';
import { call, SOON } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { checkSession } from '../../api/session.ts';
import { isLeaving } from '../../api/session-end.ts';
import { saveMenuId } from '../../api/storage.ts';
import { NOT_FOUND_PATH } from '../../ui/menu/start-path.ts';
import { visible } from '../../ui/menu/menu.ts';

/**
 * The effects of a click on a menu entry besides following its link or opening its submenu: stores an entry with a
 * target as the current menu, and checks with the server whether session and entry are still valid. The page does not
 * wait for the reply. Null stands for a link of the menu that is not an entry from the server.
 */
export function useMenuClick(): (item: MenuItem | null) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  async function check(item: MenuItem | null, at?: string): Promise<void> {
    try {
      // The checks run in sequence: the reply of one must not store a user whose session the other has just found to be
      // over.
      await checkSession(at);
      if (item !== null) await call('menu-check-by-id', { menuID: item.id }, SOON);
    } catch (error) {
      if (isLeaving()) return;
      if (error instanceof CallError && error.status === 404) await navigate(NOT_FOUND_PATH);
      else {
        console.error(error);
        const { showMenuCheckFailure } = await import('../../ui/notice/menu-check-note.tsx');
        showMenuCheckFailure(error, () => void check(item));
      }
    }
  }
  return (item) => {
    if (item !== null && visible(item.submenu).length === 0) saveMenuId(item.id);
    void check(item, pathname + search);
  };
}
