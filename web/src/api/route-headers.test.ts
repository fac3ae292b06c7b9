import type { RouteSpec } from '@milepost/contract/route';
import { isRouteName, ROUTES } from '@milepost/contract/routes';
import { expect, test } from 'vitest';
import { csrfOf, isOpen, isSave } from './route-headers.ts';

const routes = Object.entries<RouteSpec>(ROUTES);

test.each(routes)('%s has the header and the openness of the contract', (name, spec) => {
  if (!isRouteName(name)) throw new Error(name);
  expect(csrfOf(name)).toBe(spec.csrf);
  expect(isOpen(name)).toBe(spec.access === 'anyone');
});

test('operations that require create, edit or delete are saves, those whose names begin with get are not', () => {
  for (const [name, { access }] of routes) {
    if (!isRouteName(name)) throw new Error(name);
    const changes = typeof access === 'object' && access.action !== 'view';
    if (changes && !name.startsWith('get-')) expect(isSave(name), name).toBe(true);
    if (name.startsWith('get-')) expect(isSave(name), name).toBe(false);
  }
  // Both create and edit by one operation, which therefore requires only the permission to view.
  expect(isSave('save-vehicle')).toBe(true);
  expect(isSave('login')).toBe(false);
  expect(isSave('logout')).toBe(false);
});
