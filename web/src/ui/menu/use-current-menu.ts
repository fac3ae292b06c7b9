import { useEffect, useLayoutEffect } from 'react';
import { useMatches } from 'react-router';
import { checkPermissions, openMenu } from '../../api/permissions.ts';
import { isSessionOver } from '../../api/session-end.ts';
import { type Setup, useSetup } from '../../api/setup.ts';
import { menusOf } from './screen-menus.ts';

/**
 * Keeps menuID in local storage with the screen that is shown, however the person came to it and whether or not the left
 * menu lists it, and asks the server each time a menu's screen opens what may be done there.
 */
export function useCurrentMenu(): void {
  const setup = useSetup().data;
  const { handle, id: screen } = useMatches().at(-1) ?? {};
  const id = setup && menuIdOf(setup, menusOf(handle));
  // Before the effects of the screen, which would find the menu of the screen before it.
  useLayoutEffect(() => {
    // Not known yet.
    if (id === undefined) return undefined;
    const follow = () => {
      // What was wiped stays so.
      if (document.visibilityState === 'visible' && !isSessionOver()) openMenu(id);
    };
    follow();
    // Another window of the same browser keeps its own there.
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [id]);
  useEffect(() => {
    // A menu may have several screens: each asks when it opens.
    if (typeof id === 'number' && screen !== undefined) void checkPermissions();
  }, [id, screen]);
  // Pages outside of the shell are in no menu.
  useEffect(() => () => openMenu(null), []);
}

/** Of several menus that open a screen, the first that the person may view. */
function menuIdOf({ permissions, menuIds }: Setup, menus: readonly string[]): number | null {
  const menu = menus.find((one) => permissions[one]?.view === true) ?? menus[0];
  return menu === undefined ? null : (menuIds[menu] ?? null);
}
