import type { MenuItem } from '@milepost/contract/menu-item';
import type { TFunction } from 'i18next';

/** The title of the entry that opens in a new tab (specification, section 2). */
export const NEW_TAB_TITLE = 'Monitor VTS Alarm';

/** A title in the person's language if it is one of the application's own; otherwise the given title. */
export const menuTitle = (t: TFunction, { title }: Pick<MenuItem, 'title'>): string =>
  t(`menu-title.${title}`, { defaultValue: title });

/** Entries are shown when CM is 0 or 1 (specification, section 3). */
export const visible = (items: readonly MenuItem[]) => items.filter(({ CM }) => CM === 0 || CM === 1);

/** The path of the first entry with a target, with its leading slash; null if the menu is empty. */
export function firstPath(items: readonly MenuItem[]): string | null {
  for (const item of visible(items)) {
    if (item.path !== '') return `/${item.path}`;
    const below = firstPath(item.submenu);
    if (below !== null) return below;
  }
  return null;
}

const length = (trail: MenuItem[]) => trail.at(-1)?.path.length ?? 0;

/**
 * The entries from the root to the one with the longest path that is a prefix of the current one; empty if none
 * matches.
 */
export function trailTo(items: readonly MenuItem[], pathname: string): MenuItem[] {
  let best: MenuItem[] = [];
  for (const item of visible(items)) {
    const below = trailTo(item.submenu, pathname);
    const own = item.path !== '' && `${pathname}/`.startsWith(`/${item.path}/`) ? [item] : [];
    for (const trail of [own, below.length > 0 ? [item, ...below] : []]) if (length(trail) > length(best)) best = trail;
  }
  return best;
}
