import { z } from 'zod';
import { Id } from './common.ts';
import { say } from './fault.ts';

const Named = z.object({ id: Id, name: z.string() });

/** What somebody is shown who is not shown every vehicle: all that is in these groups, and these vehicles. */
export const VehicleLimit = z.object({ groups: z.array(Named), vehicles: z.array(Named) });
export type VehicleLimit = z.infer<typeof VehicleLimit>;

const MOST_GROUPS = 200;
const MOST_VEHICLES = 500;

/** The same as it is chosen. */
export const VehicleLimitInput = z.object({
  groupIds: z.array(Id).max(MOST_GROUPS, say('limit-most-groups')),
  vehicleIds: z.array(Id).max(MOST_VEHICLES, say('limit-most-vehicles')),
});
export type VehicleLimitInput = z.infer<typeof VehicleLimitInput>;

/** What a limit can be made of: the groups, and the first vehicles whose registration holds what was typed. */
export const VehicleLimitChoices = z.object({
  groups: z.array(Named.extend({ vehicles: z.number().int() })),
  groupsTotal: z.number().int(),
  vehicles: z.array(Named.extend({ groupName: z.string().nullable() })),
  /** How many vehicles were found. */
  total: z.number().int(),
});
export type VehicleLimitChoices = z.infer<typeof VehicleLimitChoices>;
