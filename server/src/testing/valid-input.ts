import type { RouteName } from '@milepost/contract/routes';
import { ACCOUNT_INPUTS } from './inputs/account-inputs.ts';
import { BULK_INPUTS } from './inputs/bulk-inputs.ts';
import { FLEET_INPUTS } from './inputs/fleet-inputs.ts';
import { OFFICE_INPUTS } from './inputs/office-inputs.ts';
import { ROAD_INPUTS } from './inputs/road-inputs.ts';

/**
 * For each route that needs any, an input that it takes: valid by the contract, about things that do not exist. So tests
 * that walk the whole table get past the schemas and change nothing.
 */
const VALID: Partial<Record<RouteName, Record<string, unknown>>> = {
  ...ACCOUNT_INPUTS,
  ...BULK_INPUTS,
  ...FLEET_INPUTS,
  ...OFFICE_INPUTS,
  ...ROAD_INPUTS,
};

export const validInput = (name: RouteName): Record<string, unknown> => VALID[name] ?? {};
