import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { removeMenuId } from '../api/storage.ts';
import { menusOf } from '../ui/menu/screen-menus.ts';

/** Removes the menuID of the previous screen on a page that belongs to no menu, such as page-not-found. */
export function NoMenu(): null {
  const isScreen = menusOf(useMatches().at(-1)?.handle).length > 0;
  useEffect(() => {
    if (isScreen) return undefined;
    const remove = () => {
      if (document.visibilityState === 'visible') removeMenuId();
    };
    remove();
    // Another window of the same browser stores its own menuID there.
    document.addEventListener('visibilitychange', remove);
    return () => document.removeEventListener('visibilitychange', remove);
  }, [isScreen]);
  return null;
}
