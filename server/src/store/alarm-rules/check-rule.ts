import type { PlainCode } from '@milepost/contract/fault';
import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeenFence } from '../common-records.ts';
import { andSeen, holdsGroup, type Scope } from '../scope.ts';

/** The vehicles that a rule covers: all, or single ones, those of groups, and those of types. */
export interface HolderFields {
  allVehicles: boolean;
  vehicleIds: readonly number[];
  groupIds: readonly number[];
  vehicleTypes: readonly VehicleType[];
}

/** The references of a rule to other records. */
export interface RuleReferences extends HolderFields {
  condition: AlarmCondition;
}

const fencesOf = (condition: AlarmCondition) => ('fenceIds' in condition ? (condition.fenceIds ?? []) : []);

/**
 * Checks that the vehicles, groups and geofences of a rule belong to its organisation and are visible in the scope, and
 * that it covers at least one vehicle. Vehicles and groups that were deleted since do not prevent saving: they are
 * omitted.
 * @returns the existing vehicles and groups
 * @throws AppError `invalid` at the field
 */
export async function checkRule(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  rule: RuleReferences,
): Promise<{ vehicleIds: number[]; groupIds: number[] }> {
  const fenceIds = fencesOf(rule.condition);
  const { rows } = await db.query<{ vehicles: number[]; groups: number[]; fences: number }>(
    `SELECT ARRAY(SELECT id FROM vehicles WHERE organisation_id = $1 AND id = ANY($2) AND deleted_at IS NULL
              ${andSeen(scope, 'id')}) AS vehicles,
            ARRAY(SELECT id FROM vehicle_groups WHERE organisation_id = $1 AND id = ANY($3)) AS groups,
            (SELECT count(*)::int FROM geofences g
             WHERE organisation_id = $1 AND id = ANY($4) AND deleted_at IS NULL${andSeenFence(scope, 'g')}) AS fences`,
    [organisationId, rule.vehicleIds, rule.groupIds, fenceIds],
  );
  const stored = rows[0] ?? { vehicles: [], groups: [], fences: 0 };
  const found = { ...stored, groups: stored.groups.filter((id) => holdsGroup(scope, id)) };
  const chosenCount = rule.vehicleIds.length + rule.groupIds.length;
  const fields: Record<string, PlainCode> = {};
  if (!rule.allVehicles && found.vehicles.length + found.groups.length + rule.vehicleTypes.length === 0) {
    fields['vehicleIds'] = chosenCount === 0 ? 'choose-vehicles' : 'vehicles-unavailable';
  }
  // Types can include vehicles of everybody.
  const isWide = rule.allVehicles || rule.vehicleTypes.length > 0;
  if (isWide && scope.limit !== null) fields['vehicleIds'] = 'limit-own-rule';
  if (found.fences < new Set(fenceIds).size) fields['condition.fenceIds'] = 'fence-unavailable';
  if (Object.keys(fields).length > 0) throw fieldError('invalid', fields);
  return { vehicleIds: found.vehicles, groupIds: found.groups };
}
