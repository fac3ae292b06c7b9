import type { RouteSpec } from '@milepost/contract/route';
import { isRouteName, ROUTES } from '@milepost/contract/routes';
import { expect, test } from 'vitest';
import { csrfOf, isOpen } from './route-headers.ts';

const routes = Object.entries<RouteSpec>(ROUTES);

test.each(routes)('%s has the header and the openness of the contract', (name, spec) => {
  if (!isRouteName(name)) throw new Error(name);
  expect(csrfOf(name)).toBe(spec.csrf);
  expect(isOpen(name)).toBe(spec.access === 'anyone');
});
