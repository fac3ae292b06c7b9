import type { MenuKey } from '@milepost/contract/menus';

/** What the route of a screen carries for those that must know its menu: the menus that open it, the usual one first. */
export interface ScreenHandle {
  menus: readonly MenuKey[];
}

/** The menus of the screen that a route's handle belongs to; none for a page that stands under no menu. */
export function menusOf(handle: unknown): readonly string[] {
  if (typeof handle !== 'object' || handle === null || !('menus' in handle) || !Array.isArray(handle.menus)) return [];
  return handle.menus.filter((menu): menu is string => typeof menu === 'string');
}
