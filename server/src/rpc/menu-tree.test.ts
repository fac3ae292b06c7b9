import { expect, test } from 'vitest';
import type { MenuRow } from '../store/roles/menus.ts';
import { hasMenu, menuTree, flattenSingleGroups } from './menu-tree.ts';

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

test('shows what the role may view and the groups above it, in order', () => {
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

test('a menu exists only when it is shown', () => {
  const tree = menuTree([entry(5, null, false), entry(7, 5, true), entry(6, 5, false)]);
  expect([5, 7, 6, 99].map((id) => hasMenu(tree, id))).toEqual([true, true, false, false]);
});

test('a role without grants has no menu', () => {
  expect(menuTree([entry(5, null, false), entry(6, 5, false)])).toEqual([]);
});

/** Ids of a displayed menu; an entry displayed below another one is nested in it. */
type Shown = number | [number, Shown[]];
const shownOf = (rows: readonly MenuRow[]): Shown[] => {
  const idsOf = (items: ReturnType<typeof menuTree>): Shown[] =>
    items.map(({ id, submenu }) => (submenu.length > 0 ? [id, idsOf(submenu)] : id));
  return idsOf(flattenSingleGroups(menuTree(rows)));
};
const GROUPED = [entry(1, null, false), entry(2, 1, true), entry(3, 1, true), entry(4, null, false)];

test('a group of one entry is that entry, at the place of the group', () => {
  expect(shownOf([...GROUPED, entry(5, 4, true), entry(6, 4, false)])).toEqual([[1, [2, 3]], 5]);
  expect(shownOf([...GROUPED, entry(5, 4, true), entry(6, 4, true)])).toEqual([
    [1, [2, 3]],
    [4, [5, 6]],
  ]);
});

test('a group of one group is that group, with its content', () => {
  const rows = [...GROUPED, { ...entry(5, 4, false), path: '' }, entry(6, 5, true), entry(7, 5, true)];
  expect(shownOf(rows)).toEqual([
    [1, [2, 3]],
    [5, [6, 7]],
  ]);
  expect(shownOf(rows.map((row) => (row.id === 7 ? { ...row, view: false } : row)))).toEqual([[1, [2, 3]], 6]);
});

const hidden = (row: MenuRow): MenuRow => ({ ...row, cm: 2 });

test('hidden entries make no group, and entries below a hidden group do not leave it', () => {
  expect(shownOf([...GROUPED, entry(5, 4, true), hidden(entry(6, 4, true))])).toEqual([[1, [2, 3]], 5, 6]);
  expect(shownOf([...GROUPED, hidden(entry(5, 4, true))])).toEqual([[1, [2, 3]], 5]);
  expect(shownOf([hidden(entry(4, null, false)), entry(5, 4, true)])).toEqual([[4, [5]]]);
});
