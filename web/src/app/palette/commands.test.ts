import type { MenuItem } from '@milepost/contract/menu-item';
import { expect, test } from 'vitest';
import { type Command, menuCommands, search } from './commands.ts';

const item = (id: number, title: string, path: string, submenu: MenuItem[] = [], CM = 0): MenuItem => ({
  id,
  title,
  path,
  class: '',
  icon: '',
  CM,
  submenu,
});
const MENU = [
  item(1, 'Live map', 'track-vehicle'),
  item(2, 'Administration', '', [
    item(3, 'Users', 'admin/users'),
    item(4, 'Hidden', 'admin/hidden', [], 2),
    item(5, 'Audit log', 'admin/audit-log'),
  ]),
];

test('every visible entry with a target is offered, with its parent titles', () => {
  expect(menuCommands(MENU, ({ title }) => title).map(({ label, note }) => [label, note])).toEqual([
    ['Live map', ''],
    ['Users', 'Administration'],
    ['Audit log', 'Administration'],
  ]);
});

const vehicle = (label: string, note: string): Command => ({ id: label, label, note, kind: 'vehicle' });
const FLEET = [vehicle('KA-01 AB 1234', 'Élise Martin'), vehicle('MH 12 KA 9', 'Ravi'), vehicle('AB 77', 'Karl')];
const found = (query: string) => search(FLEET, query, 10).map(({ label }) => label);

test('a registration is found without its spaces and dashes, a beginning before the middle', () => {
  expect(found('ka01')).toEqual(['KA-01 AB 1234']);
  expect(found('ab')).toEqual(['AB 77', 'KA-01 AB 1234']);
});

test('a vehicle is found by its driver, accents or not', () => {
  expect(found('elise')).toEqual(['KA-01 AB 1234']);
});

test('every word must be found somewhere', () => {
  expect(found('mh ravi')).toEqual(['MH 12 KA 9']);
  expect(found('mh karl')).toEqual([]);
});

test('an empty search offers everything, up to the most', () => {
  expect(search(FLEET, ' ', 2)).toHaveLength(2);
});

test('the menu is found by its parent titles', () => {
  expect(
    search(
      menuCommands(MENU, ({ title }) => title),
      'admin',
      5,
    ).map(({ label }) => label),
  ).toEqual(['Users', 'Audit log']);
});
