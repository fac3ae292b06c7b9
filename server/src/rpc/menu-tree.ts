import type { MenuItem } from '@milepost/contract/menu-item';
import type { MenuRow } from '../store/roles/menus.ts';

/** The menu of a role: the entries it may view, and their parents. */
export function menuTree(rows: readonly MenuRow[], parentId: number | null = null): MenuItem[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .map((row) => ({ row, submenu: menuTree(rows, row.id) }))
    .filter(({ row, submenu }) => row.view || submenu.length > 0)
    .map(({ row, submenu }) => ({
      id: row.id,
      title: row.title,
      path: row.path,
      class: row.class,
      icon: row.icon,
      CM: row.cm,
      submenu,
    }));
}

const isShown = ({ CM }: MenuItem) => CM === 0 || CM === 1;

/** The menu as displayed: a group with a single remaining entry is replaced by it, and an empty group is removed. */
export function flattenSingleGroups(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => {
    const submenu = flattenSingleGroups(item.submenu);
    // Entries below a hidden group stay hidden with it.
    const isLone = item.path === '' && isShown(item) && submenu.filter(isShown).length < 2;
    return isLone ? submenu : [{ ...item, submenu }];
  });
}

/** True when the menu with this id is in the tree. */
export function hasMenu(items: readonly MenuItem[], id: number): boolean {
  return items.some((item) => item.id === id || hasMenu(item.submenu, id));
}
