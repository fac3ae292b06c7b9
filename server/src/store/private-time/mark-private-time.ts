import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';
import { markLate } from '../facts/tracking-states.ts';
import { readFixAt } from '../tracks/track-fixes.ts';
import { openRange, sealRange } from '../tracks/seal-range.ts';

export interface PrivateMark {
  vehicleId: number;
  from: Date;
  /** Exclusive. */
  to: Date;
  isPrivate: boolean;
}

/** How far back the last public place before a mark is sought. */
const PLACE_WITHIN_MS = 90 * 86_400_000;

/**
 * Marks a time of a vehicle as private or as work: seals or opens what is stored of it, and has the facts of the vehicle
 * recomputed from its beginning on. It takes precedence over working hours and the button of the device.
 * @returns the organisation of the vehicle, whose installations have to be read again
 * @throws AppError `not-found` outside the scope
 */
export function markPrivateTime(
  database: Database,
  scope: Scope,
  actor: Actor,
  { vehicleId, from, to, isPrivate }: PrivateMark,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const organisationId = await lockVehicle(db, scope, vehicleId);
    await db.query(
      `INSERT INTO private_marks (organisation_id, vehicle_id, from_time, to_time, private, marked_by)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [organisationId, vehicleId, from, to, isPrivate, actor.userId],
    );
    const before = isPrivate ? await readFixAt(db, vehicleId, new Date(from.getTime() - 1), PLACE_WITHIN_MS) : null;
    for (const { id, deviceId, since, until } of await listDevices(db, vehicleId, from, to)) {
      const range = { deviceId, from: since.getTime() * 1000, to: until.getTime() * 1000 };
      if (isPrivate) await sealRange(db, range, before && { lat: before.lat, lon: before.lon });
      else await openRange(db, range);
      await markLate(db, id, since.getTime());
    }
    return organisationId;
  });
}

async function lockVehicle(db: Queryable, scope: Scope, vehicleId: number): Promise<number> {
  const { rows } = await db.query<{ organisationId: number }>(
    `SELECT v.organisation_id AS "organisationId" FROM vehicles v
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)} FOR UPDATE`,
    [vehicleId, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-vehicle');
  return rows[0].organisationId;
}

/** The devices in the vehicle within the time, with the part of it in which each was installed. */
async function listDevices(db: Queryable, vehicleId: number, from: Date, to: Date) {
  const { rows } = await db.query<{ id: number; deviceId: number; since: Date; until: Date }>(
    `SELECT id, device_id AS "deviceId", greatest(installed_at, $2::timestamptz) AS since,
            least(removed_at, $3::timestamptz) AS until
     FROM installations WHERE vehicle_id = $1 AND installed_at < $3 AND coalesce(removed_at, 'infinity') > $2
     ORDER BY device_id`,
    [vehicleId, from, to],
  );
  return rows;
}
