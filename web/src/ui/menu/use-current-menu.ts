import type { MenuItem } from '@milepost/contract/menu-item';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { openMenu } from '../../api/permissions.ts';
import { isSessionOver } from '../../api/session-end.ts';
import { trailTo } from './menu.ts';

/** Keeps menuID in local storage with the screen that is shown, however the person came to it. */
export function useCurrentMenu(items: readonly MenuItem[]): void {
  const { pathname } = useLocation();
  useEffect(() => {
    // Not known yet.
    if (items.length === 0) return undefined;
    const id = trailTo(items, pathname).at(-1)?.id ?? null;
    const follow = () => {
      // What was wiped stays so.
      if (document.visibilityState === 'visible' && !isSessionOver()) openMenu(id);
    };
    follow();
    // Another window of the same browser keeps its own there.
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [items, pathname]);
}
