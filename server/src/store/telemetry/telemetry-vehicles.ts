import type { Moved } from '@milepost/contract/moved';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { movedSql } from '../fleet/moved-vehicles.ts';
import { andSeen, type Scope } from '../scope.ts';

interface TelemetryVehicle {
  id: number;
  registration: string;
  type: VehicleType;
  groupName: string | null;
  moved: Moved | null;
  /** The time without a fix that counts as a gap, milliseconds. */
  holeMs: number;
}

/** The vehicles among these that are in the scope, in the order of the ids. */
export async function readTelemetryVehicles(
  db: Queryable,
  scope: Scope,
  ids: readonly number[],
): Promise<TelemetryVehicle[]> {
  const { rows } = await db.query<TelemetryVehicle>(
    `SELECT v.id, v.registration, v.type, g.name AS "groupName", ${movedSql('v', '$2')} AS moved,
            coalesce((o.tracking_settings->>'holeS')::float8, $3) * 1000 AS "holeMs"
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
     WHERE v.id = ANY($1) AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}
     ORDER BY array_position($1::int[], v.id)`,
    [ids, scope.organisationIds, DEFAULT_SETTINGS.holeS],
  );
  return rows;
}

/** The same. @throws AppError `not-found` if one of them is not in the scope */
export async function checkTelemetryVehicles(
  db: Queryable,
  scope: Scope,
  ids: readonly number[],
): Promise<TelemetryVehicle[]> {
  const found = await readTelemetryVehicles(db, scope, ids);
  if (found.length < new Set(ids).size) throw new AppError('not-found', 'no-vehicle');
  return found;
}
