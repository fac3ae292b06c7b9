import type { IgnitionSource } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';

/** A device in a vehicle, for a time. Times are epoch milliseconds. */
export interface Installation {
  id: number;
  deviceId: number;
  vehicleId: number;
  organisationId: number;
  groupId: number | null;
  vehicleType: string;
  /** From what it is known whether the engine runs. */
  ignitionSource: IgnitionSource;
  /** What the device's speeds are multiplied with. */
  speedFactor: number;
  from: number;
  /** Not included; null while it is there. */
  to: number | null;
}

/**
 * All installations, or those of one organisation, those of a device in order of time. Moments are kept to the
 * microsecond and fixes to the millisecond: rounded up, a bound parts the same fixes.
 */
export async function listInstallations(db: Queryable, organisationId: number | null): Promise<Installation[]> {
  const { rows } = await db.query<Installation>(
    `SELECT i.id, i.device_id AS "deviceId", i.vehicle_id AS "vehicleId", v.organisation_id AS "organisationId",
            v.group_id AS "groupId", v.type AS "vehicleType", i.ignition_source AS "ignitionSource", i.speed_factor AS "speedFactor",
            ceil(extract(epoch FROM i.installed_at) * 1000)::float8 AS "from",
            ceil(extract(epoch FROM i.removed_at) * 1000)::float8 AS "to"
       FROM installations i JOIN vehicles v ON v.id = i.vehicle_id
      WHERE $1::int IS NULL OR v.organisation_id = $1
      ORDER BY i.device_id, i.installed_at, i.id`,
    [organisationId],
  );
  return rows;
}
