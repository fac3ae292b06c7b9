import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';

/** After how long without a fix the way of a vehicle is unknown, milliseconds: its organisation sets it. */
export async function readHoleMs(db: Queryable, vehicleId: number): Promise<number> {
  const { rows } = await db.query<{ holeS: number | null }>(
    `SELECT (o.tracking_settings->>'holeS')::float8 AS "holeS"
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.id = $1`,
    [vehicleId],
  );
  return (rows[0]?.holeS ?? DEFAULT_SETTINGS.holeS) * 1000;
}
