import { z } from 'zod';
import { Id } from './common.ts';
import { faultCode } from './fault.ts';

const Ref = z.object({ id: Id, name: z.string() });

/** What somebody is shown who is not shown every vehicle: all that is in these groups, and these vehicles. */
export const VehicleLimit = z.object({
  groups: z.array(Ref),
  vehicles: z.array(Ref),
  /** Whether also all geofences, places, outlets and contacts, instead of those that concern these vehicles. */
  common: z.boolean(),
});
export type VehicleLimit = z.infer<typeof VehicleLimit>;

/** What a role shows at most: all that is in these groups. */
export const RoleLimit = VehicleLimit.pick({ groups: true, common: true });
export type RoleLimit = z.infer<typeof RoleLimit>;

const MOST_GROUPS = 200;
const MOST_VEHICLES = 500;

/** The same as it is chosen. */
export const VehicleLimitInput = z.object({
  groupIds: z.array(Id).max(MOST_GROUPS, faultCode('limit-most-groups')),
  vehicleIds: z.array(Id).max(MOST_VEHICLES, faultCode('limit-most-vehicles')),
  common: z.boolean().default(false),
});
export type VehicleLimitInput = z.infer<typeof VehicleLimitInput>;

/** The limit of a role as it is chosen. */
export const RoleLimitInput = VehicleLimitInput.pick({ groupIds: true, common: true });
export type RoleLimitInput = z.infer<typeof RoleLimitInput>;

const LimitGroup = Ref.extend({ vehicles: z.number().int() });

/** The groups that the limit of a role can be made of. */
export const RoleLimitChoices = z.object({ groups: z.array(LimitGroup), groupsTotal: z.number().int() });
export type RoleLimitChoices = z.infer<typeof RoleLimitChoices>;

/** What a limit can be made of: the groups, and the first vehicles whose registration holds what was typed. */
export const VehicleLimitChoices = RoleLimitChoices.extend({
  vehicles: z.array(Ref.extend({ groupName: z.string().nullable() })),
  /** How many vehicles were found. */
  total: z.number().int(),
});
export type VehicleLimitChoices = z.infer<typeof VehicleLimitChoices>;
