import type { Queryable } from '../database.ts';

/** From when on (epoch milliseconds) the facts of an installation are to be made again. */
export interface PastMark {
  installationId: number;
  lateAt: number;
}

/** Which vehicles a sensor reads. */
export interface Holder {
  vehicleId: number | null;
  profileId: number | null;
}

/** Marks the facts of the vehicles of a sensor, from a moment on (null: all), with the change itself. */
export async function markFactsLate(db: Queryable, holder: Holder, from: number | null): Promise<PastMark[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT $1::int AS id WHERE $1::int IS NOT NULL
     UNION ALL SELECT vehicle_id FROM vehicle_sensor_profiles WHERE profile_id = $2`,
    [holder.vehicleId, holder.profileId],
  );
  return markVehicleFactsLate(
    db,
    rows.map(({ id }) => id),
    from,
  );
}

/** The same of these vehicles. */
export async function markVehicleFactsLate(
  db: Queryable,
  vehicleIds: readonly number[],
  from: number | null,
): Promise<PastMark[]> {
  const { rows } = await db.query<PastMark>(
    `INSERT INTO late_marks AS held (installation_id, late_at)
     SELECT i.id, greatest(i.installed_at, $2::timestamptz) FROM installations i
      WHERE i.vehicle_id = ANY($1) AND coalesce(i.removed_at, 'infinity') > coalesce($2::timestamptz, '-infinity')
     ON CONFLICT (installation_id) DO UPDATE SET late_at = least(held.late_at, excluded.late_at)
     RETURNING installation_id AS "installationId", (extract(epoch FROM late_at) * 1000)::float8 AS "lateAt"`,
    [vehicleIds, from === null ? null : new Date(from)],
  );
  return rows;
}
