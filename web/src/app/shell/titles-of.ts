import type { MenuItem } from '@milepost/contract/menu';
import type { TFunction } from 'i18next';
import { titledScreen } from '../screens.ts';
import { menuTitle, trailTo } from '../../ui/menu/menu.ts';

/** The titles from the root of the menu to the screen of a path. */
export function titlesOf(t: TFunction, items: readonly MenuItem[], pathname: string): string[] {
  const own = titledScreen(pathname)?.title;
  const trail = trailTo(items, pathname).map((item) => menuTitle(t, item));
  return own === undefined ? trail : [...trail, t(own)];
}
