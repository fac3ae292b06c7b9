import type { Queryable } from '../database.ts';

/** Marks the facts of the vehicles of a sensor to be made again, with the change itself. */
export async function remakeFacts(
  db: Queryable,
  { vehicleId, profileId }: { vehicleId: number | null; profileId: number | null },
): Promise<void> {
  await db.query(
    `UPDATE tracking_states s SET rule = 0 FROM installations i
     WHERE i.id = s.installation_id AND (i.vehicle_id = $1
       OR i.vehicle_id IN (SELECT l.vehicle_id FROM vehicle_sensor_profiles l WHERE l.profile_id = $2))`,
    [vehicleId, profileId],
  );
}

/** The same of these vehicles. */
export async function remakeFactsOf(db: Queryable, vehicleIds: readonly number[]): Promise<void> {
  await db.query(
    `UPDATE tracking_states s SET rule = 0 FROM installations i
     WHERE i.id = s.installation_id AND i.vehicle_id = ANY($1)`,
    [vehicleIds],
  );
}
