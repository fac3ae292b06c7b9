// @vitest-environment happy-dom
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { menusOf } from '../../ui/menu/screen-menus.ts';
import { SCREENS } from '../screens.ts';
import { windowRoutes, inShell } from './screen-routes.tsx';

const routes = [...windowRoutes, ...inShell];
const menusAt = (path: string) => menusOf(matchRoutes(routes, `/${path}`)?.at(-1)?.route.handle);

test('the route of each screen exposes its menus, whether or not the left menu lists it', () => {
  for (const { path, menu } of SCREENS) {
    // A record id instead of the parameter.
    expect(menusAt(path.replace(/:\w+/, '3')), path).toEqual(menu === null ? [] : [menu].flat());
  }
});

// Screens outside of the menu, listed by hand.
test.each([
  ['settings/runs', 'routes'],
  ['settings/runs/3', 'routes'],
  ['settings/depots', 'routes'],
  ['settings/territory-settings', 'outlets'],
  ['vehicle-info/maintenance/plans', 'maintenance'],
  ['admin/plans', 'subscriptions'],
  ['admin/invoices', 'subscriptions'],
  ['admin/payments', 'subscriptions'],
  ['media/files', 'media'],
  ['downloads', 'reports'],
  ['dashboard/distribution-main', 'distribution'],
  ['dashboard/alarm-monitor', 'alarm-monitor'],
  ['track-vehicle/3', 'live-map'],
])('%s is a screen of the menu %s', (path, menu) => {
  expect(menusAt(path)[0]).toBe(menu);
});

test.each(['extra-pages/profile', 'extra-pages/help', 'settings'])('%s is in no menu', (path) => {
  expect(menusAt(path)).toEqual([]);
});
