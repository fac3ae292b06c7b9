import { fieldError } from '../errors.ts';

/**
 * The organisations that a caller can see: their own and all below it. Every store function that reads or writes for a
 * person takes a scope and uses it in its SQL (`organisation_id = ANY($n)`, and `andSeen` for records of vehicles).
 */
export interface Scope {
  /** The caller's own organisation, which owns new records. */
  organisationId: number;
  organisationIds: readonly number[];
  /** True for the organisation at the top of the tree. */
  root: boolean;
  /** Null if the person sees every vehicle of these organisations. */
  limit: VehicleLimit | null;
}

/**
 * The vehicles and groups to which a person is limited, by their own limit, the role's, or the intersection of both,
 * within the scope's organisations.
 */
export interface VehicleLimit {
  /** Every vehicle that the person sees at present, by its group or individually, including deleted ones. */
  vehicleIds: readonly number[];
  /** The groups that the person sees completely, including future members. */
  groupIds: readonly number[];
  /** The vehicles that are listed individually, whatever their group, as far as the role allows. */
  singleIds: readonly number[];
  /** The groups of the role's limit, outside which nothing is visible; null if the role has none. */
  withinGroupIds: readonly number[] | null;
  /**
   * Whether the person also sees geofences for every vehicle, and all places, outlets and contacts: see
   * `common-records.ts`.
   */
  common: boolean;
}

/**
 * SQL (` AND …`) for vehicles within the limit of the scope; empty without a limit. The ids are literals, so that
 * parameters have the same numbers with and without a limit.
 * @param vehicle SQL of a vehicle's id
 */
export const andSeen = ({ limit }: Pick<Scope, 'limit'>, vehicle = 'v.id'): string =>
  limit === null ? '' : ` AND ${vehicle} = ANY(${idsSql(limit.vehicleIds)})`;

/** The same for groups: those that the person sees completely, and those of vehicles that the person sees. */
export const andSeenGroup = ({ limit }: Scope, group: string): string =>
  limit === null
    ? ''
    : ` AND (${group} = ANY(${idsSql(limit.groupIds)})
        OR ${group} IN (SELECT seen.group_id FROM vehicles seen WHERE seen.id = ANY(${idsSql(limit.vehicleIds)})))`;

/** The same, only for groups that the person sees completely. */
export const andHeldGroup = ({ limit }: Scope, group: string): string =>
  limit === null ? '' : ` AND ${group} = ANY(${idsSql(limit.groupIds)})`;

/** The same for devices: those that are in such a vehicle now. */
export const andSeenDevice = ({ limit }: Scope, device: string): string =>
  limit === null
    ? ''
    : ` AND ${device} IN (SELECT seen.device_id FROM installations seen
        WHERE seen.removed_at IS NULL AND seen.vehicle_id = ANY(${idsSql(limit.vehicleIds)}))`;

/**
 * SQL: true when a row with `vehicle_ids` and `group_ids` lists a vehicle of the limit, individually or by its group.
 * The groups are read once, and each id is looked up: scanning the vehicles for each row takes seconds for large
 * fleets.
 */
export const namesSeen = ({ vehicleIds }: VehicleLimit, row: string): string => {
  const ids = idsSql(vehicleIds);
  return `(EXISTS (SELECT FROM unnest(${row}.vehicle_ids) named WHERE named = ANY(${ids}))
    OR ${row}.group_ids && ARRAY(SELECT DISTINCT seen.group_id FROM vehicles seen
      WHERE seen.id = ANY(${ids}) AND seen.group_id IS NOT NULL))`;
};

/** SQL: true when all elements of an array are among these ids; each is looked up, which `<@` would not do. */
export const amongSql = (array: string, ids: readonly number[]): string =>
  `NOT EXISTS (SELECT FROM unnest(${array}) named WHERE named <> ALL(${idsSql(ids)}))`;

/** The same for rules: only those that concern nothing beyond the limit. Others can neither be read nor changed. */
export const andOwnRule = ({ limit }: Scope, rule: string): string =>
  limit === null
    ? ''
    : ` AND NOT ${rule}.all_vehicles AND ${rule}.vehicle_types = '{}' AND ${rule}.fence_id IS NULL
        AND ${amongSql(`${rule}.vehicle_ids`, limit.vehicleIds)} AND ${amongSql(`${rule}.group_ids`, limit.groupIds)}`;

/** The scope of a person who has just added a vehicle to one of their groups. */
export const withVehicle = (scope: Scope, id: number): Scope =>
  scope.limit === null ? scope : { ...scope, limit: { ...scope.limit, vehicleIds: [...scope.limit.vehicleIds, id] } };

export const seesVehicle = ({ limit }: Pick<Scope, 'limit'>, id: number): boolean =>
  limit === null || limit.vehicleIds.includes(id);
export const holdsGroup = ({ limit }: Scope, id: number): boolean => limit === null || limit.groupIds.includes(id);

/**
 * SQL: true when a user can see a vehicle within the limits of the person and of the role.
 * @param user alias of `users`, with `role_id`
 * @param vehicle alias of `vehicles`
 */
export const isShownSql = (user: string, vehicle: string): string =>
  `((NOT ${user}.limited OR ${vehicle}.id = ANY(${user}.limit_vehicle_ids) OR ${vehicle}.group_id = ANY(${user}.limit_group_ids))
    AND EXISTS (SELECT FROM roles own_role WHERE own_role.id = ${user}.role_id AND ${withinRoleSql('own_role', vehicle)}))`;

/** SQL: true when the limit of a role includes a vehicle; a vehicle without a group is outside every limit. */
export const withinRoleSql = (role: string, vehicle: string): string =>
  `(NOT ${role}.limited OR coalesce(${vehicle}.group_id = ANY(${role}.limit_group_ids), false))`;

/** An array of ids in SQL. */
export function idsSql(ids: readonly number[]): string {
  if (!ids.every((id) => Number.isSafeInteger(id))) throw new Error('ids must be whole numbers');
  return `'{${ids.join(',')}}'::int[]`;
}

/**
 * The given organisation, or the caller's own.
 * @throws AppError `not-found` at the field `organisationId`, outside the scope
 */
export function organisationOf(scope: Scope, id: number | undefined): number {
  if (id === undefined) return scope.organisationId;
  if (scope.organisationIds.includes(id)) return id;
  throw fieldError('not-found', { organisationId: 'no-organisation' });
}

/**
 * SQL (` AND …`) for tasks within the limit of the scope: of visible vehicles. Tasks without a vehicle are only visible
 * without a limit.
 */
export const andSeenTask = (scope: Scope, task = 't'): string => andSeen(scope, `${task}.vehicle_id`);
