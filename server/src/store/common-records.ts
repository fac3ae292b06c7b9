import { idsSql, namesSeen, type Scope } from './scope.ts';

/**
 * Geofences, places, outlets, depots, territories and contacts belong to the organisation, not to a vehicle. People who
 * are limited to some vehicles see those that concern one of these vehicles, and all of them only if the limit allows
 * it (`VehicleLimit.common`). Each function returns SQL (` AND …`), empty for people without a limit.
 */

/** Geofences that list one of the vehicles or its group; those for every vehicle are common. */
export const andSeenFence = ({ limit }: Pick<Scope, 'limit'>, fence: string): string =>
  limit === null ? '' : ` AND (${namesSeen(limit, fence)}${limit.common ? ` OR ${isCommon(fence)}` : ''})`;

/** True when a row with `vehicle_ids` and `group_ids` lists none, so that it applies to the whole organisation. */
export const isCommon = (row: string) => `(${row}.vehicle_ids = '{}' AND ${row}.group_ids = '{}')`;

/** Places that are the home of one of the vehicles. */
export const andSeenPlace = ({ limit }: Scope, place: string): string =>
  limit === null || limit.common
    ? ''
    : ` AND EXISTS (SELECT FROM vehicles homed WHERE homed.home_place_id = ${place}.id
        AND homed.id = ANY(${idsSql(limit.vehicleIds)}))`;

/** Outlets on a route or a run of one of the vehicles. */
export const andSeenOutlet = ({ limit }: Scope, outlet: string): string => {
  if (limit === null || limit.common) return '';
  const ids = idsSql(limit.vehicleIds);
  return ` AND (EXISTS (SELECT FROM route_plan_stops served JOIN route_plans plan ON plan.id = served.plan_id
        WHERE served.outlet_id = ${outlet}.id AND plan.deleted_at IS NULL AND plan.vehicle_id = ANY(${ids}))
      OR EXISTS (SELECT FROM route_run_stops served JOIN route_runs run ON run.id = served.run_id
        WHERE served.outlet_id = ${outlet}.id AND run.vehicle_id = ANY(${ids})))`;
};

/** Depots where a route or a run of one of the vehicles begins or ends. */
export const andSeenDepot = ({ limit }: Scope, depot: string): string => {
  if (limit === null || limit.common) return '';
  const ids = idsSql(limit.vehicleIds);
  return ` AND (EXISTS (SELECT FROM route_plans plan WHERE ${depot}.id IN (plan.begin_depot_id, plan.end_depot_id)
        AND plan.deleted_at IS NULL AND plan.vehicle_id = ANY(${ids}))
      OR EXISTS (SELECT FROM route_runs run WHERE ${depot}.id IN (run.begin_depot_id, run.end_depot_id)
        AND run.vehicle_id = ANY(${ids})))`;
};

/** Territories with such an outlet. */
export const andSeenTerritory = (scope: Scope, territory: string): string =>
  scope.limit === null || scope.limit.common
    ? ''
    : ` AND EXISTS (SELECT FROM outlets within WHERE ${territory}.id IN (within.hand_territory_id, within.area_territory_id)
        AND within.deleted_at IS NULL${andSeenOutlet(scope, 'within')})`;

/** Contacts added by people with the same limit, and those on a bill or work order of one of the vehicles. */
export const andSeenContact = ({ limit }: Scope, contact: string): string => {
  if (limit === null || limit.common) return '';
  const ids = idsSql(limit.vehicleIds);
  const billed = (table: string) =>
    `EXISTS (SELECT FROM ${table} bill WHERE bill.vendor_id = ${contact}.id AND bill.deleted_at IS NULL
      AND bill.vehicle_id = ANY(${ids}))`;
  return ` AND (${namesSeen(limit, contact)} OR ${['expenses', 'recurring_expenses', 'work_orders'].map(billed).join(' OR ')})`;
};
