import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { removeMenuId } from '../api/storage.ts';
import { menusOf } from '../ui/menu/screen-menus.ts';

/** On a page that stands under no menu, such as page-not-found, removes the menuID of the screen that was shown before. */
export function NoMenu(): null {
  const isScreen = menusOf(useMatches().at(-1)?.handle).length > 0;
  useEffect(() => {
    if (isScreen) return undefined;
    const remove = () => {
      if (document.visibilityState === 'visible') removeMenuId();
    };
    remove();
    // Another window of the same browser keeps its own there.
    document.addEventListener('visibilitychange', remove);
    return () => document.removeEventListener('visibilitychange', remove);
  }, [isScreen]);
  return null;
}
