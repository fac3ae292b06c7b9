import { MAX_OWN_ROWS } from '@milepost/contract/my-day-operations';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';

/** SQL of the drivers that are connected with a user's account. @param user SQL of the user's id */
export const driversOf = (user: string): string =>
  `SELECT own_driver.id FROM drivers own_driver WHERE own_driver.user_id = ${user} AND own_driver.deleted_at IS NULL`;

export interface OwnDriver {
  id: number;
  organisationId: number;
  name: string;
  licenceNumber: string | null;
  licenceClasses: string[];
  licenceExpiresOn: string | null;
}

/** The driver connected with the caller's account; null if there is none. */
export async function findOwnDriver(db: Queryable, scope: Scope, userId: number): Promise<OwnDriver | null> {
  const { rows } = await db.query<OwnDriver>(
    `SELECT d.id, d.organisation_id AS "organisationId", d.name, d.licence_number AS "licenceNumber",
            d.licence_classes AS "licenceClasses", d.licence_expires_on::text AS "licenceExpiresOn"
     FROM drivers d WHERE d.id IN (${driversOf('$1')}) AND d.organisation_id = ANY($2) ORDER BY d.id LIMIT 1`,
    [userId, scope.organisationIds],
  );
  return rows[0] ?? null;
}

/**
 * The present vehicles of a driver: those assigned to the driver, those with the driver's tag, and those of the
 * driver's runs of yesterday, today and tomorrow.
 */
export async function readOwnVehicles(
  db: Queryable,
  { organisationIds }: Scope,
  driverId: number,
): Promise<{ id: number; registration: string }[]> {
  const { rows } = await db.query<{ id: number; registration: string }>(
    `SELECT v.id, v.registration FROM vehicles v
     WHERE v.organisation_id = ANY($2) AND v.deleted_at IS NULL AND v.id IN (
       SELECT a.vehicle_id FROM driver_assignments a
         WHERE a.driver_id = $1 AND a.from_time <= now() AND (a.to_time IS NULL OR a.to_time > now())
       UNION SELECT s.vehicle_id FROM driver_tags t JOIN tag_spans s ON s.tag = t.tag
         WHERE t.driver_id = $1 AND t.from_time <= now() AND (t.to_time IS NULL OR t.to_time > now())
           AND s.ended_at IS NULL AND s.started_at > now() - interval '7 days'
       UNION SELECT u.vehicle_id FROM route_runs u
         WHERE u.driver_id = $1 AND u.state = 'planned' AND u.day BETWEEN current_date - 1 AND current_date + 1)
     ORDER BY lower(v.registration), v.id LIMIT ${MAX_OWN_ROWS}`,
    [driverId, organisationIds],
  );
  return rows;
}

/** The scope of a driver: only the driver's own vehicles, and no common records. */
export function ownScope(scope: Scope, vehicleIds: readonly number[]): Scope {
  const limit = { vehicleIds, singleIds: vehicleIds, groupIds: [], withinGroupIds: null, common: false };
  return { ...scope, limit };
}
