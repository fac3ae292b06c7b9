import type { MenuKey } from '@milepost/contract/menus';

/** The handle of a screen's route: the menus that open the screen, the usual one first. */
export interface ScreenHandle {
  menus: readonly MenuKey[];
}

/** The menus in a route's handle; none for a page that belongs to no menu. */
export function menusOf(handle: unknown): readonly string[] {
  if (typeof handle !== 'object' || handle === null || !('menus' in handle) || !Array.isArray(handle.menus)) return [];
  return handle.menus.filter((menu): menu is string => typeof menu === 'string');
}
