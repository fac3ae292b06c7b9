import type { MenuItem } from '@milepost/contract/menu-item';
import { expect, test } from 'vitest';
import { firstPath, trailTo, visible } from './menu.ts';

let id = 0;
const item = (title: string, path: string, submenu: MenuItem[] = [], CM = 1): MenuItem => ({
  id: ++id,
  title,
  path,
  class: '',
  icon: '',
  CM,
  submenu,
});

const menu = [
  item('Hidden', 'hidden', [], 2),
  item('Settings', '', [item('Devices', 'settings/devices'), item('All', 'settings')]),
  item('Vehicles', 'vehicle-info', [], 0),
];
const titles = (pathname: string) => trailTo(menu, pathname).map(({ title }) => title);

test('entries with CM 0 or 1 are shown', () => {
  expect(visible(menu).map(({ title }) => title)).toEqual(['Settings', 'Vehicles']);
});

test('the first path is that of the first entry that leads anywhere', () => {
  expect(firstPath(menu)).toBe('/settings/devices');
  expect(firstPath([item('Empty', '', [item('Hidden', 'x', [], 2)])])).toBeNull();
});

test('the trail leads to the entry with the longest path that fits whole segments', () => {
  expect(titles('/settings/devices')).toEqual(['Settings', 'Devices']);
  expect(titles('/settings/other')).toEqual(['Settings', 'All']);
  expect(titles('/vehicle-info/7')).toEqual(['Vehicles']);
  expect(titles('/vehicle-information')).toEqual([]);
  expect(titles('/hidden')).toEqual([]);
});
