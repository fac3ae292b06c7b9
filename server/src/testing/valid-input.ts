import type { RouteSpec } from '@milepost/contract/route';
import { type RouteName, ROUTES } from '@milepost/contract/routes';

/** An id that no record has. */
export const NOWHERE = 999_999;

/** The example of an operation: valid by the contract, about records that do not exist. */
export function validInput(name: RouteName): Record<string, unknown> {
  const { example }: RouteSpec = ROUTES[name];
  return { ...(typeof example === 'object' && example !== null ? example : {}) };
}
