import type { RouteSpec } from '@milepost/contract/route';
import { type RouteName, ROUTES } from '@milepost/contract/routes';

/** An id that nothing has. */
export const NOWHERE = 999_999;

/** The example of a call: valid by the contract, about things that do not exist. */
export function validInput(name: RouteName): Record<string, unknown> {
  const { example }: RouteSpec = ROUTES[name];
  return { ...(typeof example === 'object' && example !== null ? example : {}) };
}
