import { useEffect, useLayoutEffect } from 'react';
import { useMatches } from 'react-router';
import { checkPermissions, openMenu } from '../../api/permissions.ts';
import { isSessionOver } from '../../api/session-end.ts';
import { type Setup, useSetup } from '../../api/setup.ts';
import { menusOf } from './screen-menus.ts';

/**
 * Updates menuID in local storage for the current screen, however the person opened it and whether or not the left menu
 * lists it, and requests its permissions from the server each time a menu's screen opens.
 */
export function useCurrentMenu(): void {
  const setup = useSetup().data;
  const { handle, id: screen } = useMatches().at(-1) ?? {};
  const id = setup && menuIdOf(setup, menusOf(handle));
  // Runs before the effects of the screen, which would otherwise read the menu of the previous screen.
  useLayoutEffect(() => {
    // The menu is not known yet.
    if (id === undefined) return undefined;
    const follow = () => {
      // Cleared storage stays cleared.
      if (document.visibilityState === 'visible' && !isSessionOver()) openMenu(id);
    };
    follow();
    // Another window of the same browser may have opened another menu meanwhile, which replaced the stored `menuID`.
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [id]);
  useEffect(() => {
    // A menu can have several screens: each requests the permissions when it opens.
    if (typeof id === 'number' && screen !== undefined) void checkPermissions();
  }, [id, screen]);
  // Pages outside of the shell belong to no menu.
  useEffect(() => () => openMenu(null), []);
}

/** The first of several menus of a screen that the person may view. */
function menuIdOf({ permissions, menuIds }: Setup, menus: readonly string[]): number | null {
  const menu = menus.find((one) => permissions[one]?.view === true) ?? menus[0];
  return menu === undefined ? null : (menuIds[menu] ?? null);
}
