import type { Scope } from '../store/scope.ts';
import type { FleetVehicle } from '../store/fleet/live-vehicles.ts';

/** True when a vehicle may be shown. */
export type Sight = (organisationId: number, vehicleId: number) => boolean;
/** The same for a vehicle whose group is known. */
export type FleetSight = (entry: {
  organisationId: number;
  vehicle: Pick<FleetVehicle['vehicle'], 'id' | 'groupId'>;
}) => boolean;

/** Builds a fast check for each vehicle of a scope. */
export function sightOf({ organisationIds, limit }: Pick<Scope, 'organisationIds' | 'limit'>): Sight {
  const organisations = new Set(organisationIds);
  if (limit === null) return (organisationId) => organisations.has(organisationId);
  const vehicles = new Set(limit.vehicleIds);
  return (organisationId, vehicleId) => organisations.has(organisationId) && vehicles.has(vehicleId);
}

/** Also hides a vehicle as soon as it leaves the groups of a limited person, before the limit is read again. */
export function fleetSightOf(scope: Pick<Scope, 'organisationIds' | 'limit'>): FleetSight {
  const sight = sightOf(scope);
  const { limit } = scope;
  if (limit === null) return ({ organisationId, vehicle }) => sight(organisationId, vehicle.id);
  const [groups, singles] = [new Set(limit.groupIds), new Set(limit.singleIds)];
  const within = limit.withinGroupIds && new Set(limit.withinGroupIds);
  return ({ organisationId, vehicle: { id, groupId } }) =>
    sight(organisationId, id) &&
    (singles.has(id) || (groupId !== null && groups.has(groupId))) &&
    (within === null || (groupId !== null && within.has(groupId)));
}
