import type { Scope, VehicleLimit } from '../../store/scope.ts';

const among = (some: readonly number[], others: readonly number[]): number[] => {
  const set = new Set(others);
  return some.filter((id) => set.has(id));
};

function commonLimit(one: VehicleLimit | null, other: VehicleLimit | null): VehicleLimit | null {
  if (one === null || other === null) return one ?? other;
  return {
    common: one.common && other.common,
    vehicleIds: among(one.vehicleIds, other.vehicleIds),
    groupIds: among(one.groupIds, other.groupIds),
    singleIds: among(one.singleIds, other.singleIds),
    withinGroupIds:
      one.withinGroupIds === null || other.withinGroupIds === null
        ? (one.withinGroupIds ?? other.withinGroupIds)
        : among(one.withinGroupIds, other.withinGroupIds),
  };
}

/** The intersection of both scopes, with the time zone and the currency of the owner's organisation. */
export const commonScope = (owner: Scope, reader: Scope): Scope => ({
  organisationId: owner.organisationId,
  organisationIds: among(owner.organisationIds, reader.organisationIds),
  root: owner.root && reader.root,
  limit: commonLimit(owner.limit, reader.limit),
});
