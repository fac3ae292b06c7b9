import { adminRoutes } from './admin-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { recordRoutes } from './record-routes.ts';
import type { RouteSpec } from './route.ts';
import { sessionRoutes } from './session-routes.ts';
import { setupRoutes } from './setup-routes.ts';
import { vehicleRoutes } from './vehicle-routes.ts';

/** Every call of the application: `POST /<milliseconds>.html` with `{ route: <name>, … }`. */
export const ROUTES = {
  ...sessionRoutes,
  ...setupRoutes,
  ...vehicleRoutes,
  ...deviceRoutes,
  ...profileRoutes,
  ...adminRoutes,
  ...recordRoutes,
} satisfies Record<string, RouteSpec>;

export type RouteName = keyof typeof ROUTES;
export type RouteTable = typeof ROUTES;

export function isRouteName(name: unknown): name is RouteName {
  return typeof name === 'string' && Object.hasOwn(ROUTES, name);
}
