import { z } from 'zod';
import { Id } from './common.ts';
import { faultCode } from './fault.ts';

const Ref = z.object({ id: Id, name: z.string() });

/** The limit of a person who does not see every vehicle: the vehicles in these groups, and these single vehicles. */
export const VehicleLimit = z.object({
  groups: z.array(Ref),
  vehicles: z.array(Ref),
  /**
   * Whether the person also sees all geofences, places, outlets and contacts, not just those that concern these
   * vehicles.
   */
  common: z.boolean(),
});
export type VehicleLimit = z.infer<typeof VehicleLimit>;

/** The limit of a role: the vehicles in these groups. */
export const RoleLimit = VehicleLimit.pick({ groups: true, common: true });
export type RoleLimit = z.infer<typeof RoleLimit>;

const MAX_GROUPS = 200;
const MAX_VEHICLES = 500;

/** The same limit as input. */
export const VehicleLimitInput = z.object({
  groupIds: z.array(Id).max(MAX_GROUPS, faultCode('limit-most-groups')),
  vehicleIds: z.array(Id).max(MAX_VEHICLES, faultCode('limit-most-vehicles')),
  common: z.boolean().default(false),
});
export type VehicleLimitInput = z.infer<typeof VehicleLimitInput>;

/** The limit of a role as input. */
export const RoleLimitInput = VehicleLimitInput.pick({ groupIds: true, common: true });
export type RoleLimitInput = z.infer<typeof RoleLimitInput>;

const LimitGroup = Ref.extend({ vehicles: z.number().int() });

/** The groups from which the limit of a role can be composed. */
export const RoleLimitChoices = z.object({ groups: z.array(LimitGroup), groupsTotal: z.number().int() });
export type RoleLimitChoices = z.infer<typeof RoleLimitChoices>;

/** The options of a limit: the groups, and the first vehicles whose registration contains the typed text. */
export const VehicleLimitChoices = RoleLimitChoices.extend({
  vehicles: z.array(Ref.extend({ groupName: z.string().nullable() })),
  /** The number of vehicles found. */
  total: z.number().int(),
});
export type VehicleLimitChoices = z.infer<typeof VehicleLimitChoices>;
