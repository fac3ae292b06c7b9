import { expect, test } from 'vitest';
import type { MenuRow } from '../store/roles/menus.ts';
import { hasMenu, menuTree } from './menu-tree.ts';

const entry = (id: number, parentId: number | null, view: boolean): MenuRow => ({
  id,
  key: `key-${id}`,
  parentId,
  title: `Title ${id}`,
  path: parentId === null ? '' : `path-${id}`,
  class: '',
  icon: 'map-pin',
  cm: 1,
  view,
  create: false,
  edit: false,
  delete: false,
});

test('shows what the role may view and what leads to it, in order', () => {
  const rows = [
    entry(5, null, false),
    entry(7, 5, true),
    entry(6, 5, false),
    entry(1, null, true),
    entry(2, null, false),
  ];
  const tree = menuTree(rows);
  expect(tree.map((item) => [item.id, item.submenu.map((sub) => sub.id)])).toEqual([
    [5, [7]],
    [1, []],
  ]);
  expect(tree[0]?.submenu[0]).toEqual({
    id: 7,
    title: 'Title 7',
    path: 'path-7',
    class: '',
    icon: 'map-pin',
    CM: 1,
    submenu: [],
  });
});

test('a menu is there only when it is shown', () => {
  const tree = menuTree([entry(5, null, false), entry(7, 5, true), entry(6, 5, false)]);
  expect([5, 7, 6, 99].map((id) => hasMenu(tree, id))).toEqual([true, true, false, false]);
});

test('a role without grants has no menu', () => {
  expect(menuTree([entry(5, null, false), entry(6, 5, false)])).toEqual([]);
});
