import { AppError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction } from '../database.ts';
import { firstRows, type Page } from '../page.ts';
import { andSeen, type Scope } from '../scope.ts';

interface Range {
  vehicleId: number;
  from: Date;
  to: Date;
}

/**
 * Where a vehicle was in private time, in order of time, with an entry in the audit log. The only reader of the seal
 * except tracking.
 * @throws AppError `not-found` outside the scope
 */
export function readPrivateTrack(
  database: Database,
  scope: Scope,
  actor: Actor,
  { vehicleId, from, to }: Range,
): Promise<Page<{ time: string; lat: number; lon: number }>> {
  return inTransaction(database, async (db) => {
    const { rows: vehicles } = await db.query<{ organisationId: number }>(
      `SELECT v.organisation_id AS "organisationId" FROM vehicles v
       WHERE v.id = $1 AND v.organisation_id = ANY($2)${andSeen(scope)}`,
      [vehicleId, scope.organisationIds],
    );
    const [vehicle] = vehicles;
    if (!vehicle) throw new AppError('not-found', 'no-vehicle');
    await record(db, actor, {
      organisationId: vehicle.organisationId,
      subject: 'vehicle',
      subjectId: vehicleId,
      action: 'view-private',
      before: null,
      after: { from, to },
    });
    const { rows, total } = await firstRows<{ time: Date; lat: number; lon: number }>(
      db,
      `SELECT s.fix_time AS time, s.lat / 1e7::float8 AS lat, s.lon / 1e7::float8 AS lon
       FROM installations i JOIN sealed_positions s ON s.device_id = i.device_id
         AND s.fix_time >= greatest(i.installed_at, $2) AND s.fix_time < least(i.removed_at, $3)
       WHERE i.vehicle_id = $1 AND s.flags & 1 = 1 ORDER BY s.fix_time, s.report_hash`,
      [vehicleId, from, to],
    );
    return { rows: rows.map((row) => ({ ...row, time: row.time.toISOString() })), total };
  });
}
