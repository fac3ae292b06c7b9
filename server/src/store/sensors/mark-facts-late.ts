import type { Queryable } from '../database.ts';

/** The time (epoch milliseconds) from which the facts of an installation have to be recomputed. */
export interface PastMark {
  installationId: number;
  lateAt: number;
}

/** The vehicles to which a sensor applies. */
export interface Holder {
  vehicleId: number | null;
  profileId: number | null;
}

/** Marks the facts of the vehicles of a sensor, from a given time on (null: all), in the transaction of the change. */
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

/** The same for these vehicles. */
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
