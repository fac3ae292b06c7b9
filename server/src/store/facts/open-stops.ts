import type { Queryable } from '../database.ts';

/**
 * The start of the open stops of vehicles, epoch milliseconds, by vehicle; only for the device that is in it now.
 * @param vehicleIds null: all
 */
export async function readOpenStops(db: Queryable, vehicleIds: readonly number[] | null): Promise<Map<number, number>> {
  const { rows } = await db.query<{ vehicleId: number; startedAt: Date }>(
    `SELECT i.vehicle_id AS "vehicleId", s.started_at AS "startedAt" FROM installations i
     CROSS JOIN LATERAL (SELECT f.started_at, f.ended_at FROM stops f
       WHERE f.vehicle_id = i.vehicle_id AND f.installation_id = i.id ORDER BY f.started_at DESC LIMIT 1) s
     WHERE i.removed_at IS NULL AND s.ended_at IS NULL AND ($1::int[] IS NULL OR i.vehicle_id = ANY($1))`,
    [vehicleIds],
  );
  return new Map(rows.map(({ vehicleId, startedAt }) => [vehicleId, startedAt.getTime()]));
}
