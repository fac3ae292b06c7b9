import type { MenuItem } from '@milepost/contract/menu';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { checkSession } from '../../api/session.ts';
import { saveMenuId } from '../../api/storage.ts';
import { NOT_FOUND_PATH } from '../loaders.ts';

/**
 * What a click on a menu entry does besides following its link: keeps the entry as the current menu, and asks the
 * server whether session and entry are still good. The page does not wait for the answer.
 */
export function useMenuClick(): (item: MenuItem) => void {
  const navigate = useNavigate();
  return (item) => {
    saveMenuId(item.id);
    // One after the other: the answer of one must not keep a user whose session the other has just found to be over.
    const checked = checkSession().then(() => call('menu-check-by-id', { menuID: item.id }));
    checked.catch((error: unknown) => {
      if (error instanceof CallError && error.status === 404) void navigate(NOT_FOUND_PATH);
      else console.error(error);
    });
  };
}
