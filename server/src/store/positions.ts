import type { Queryable } from './database.ts';

/** One fix of a track, as the map needs it. */
export interface TrackPoint {
  lat: number;
  lon: number;
  /** Epoch milliseconds. */
  fixTime: number;
  speedKph: number;
}

/**
 * The valid fixes of a vehicle from `from` up to `to` (not included), in order of time: those of each device while it
 * was installed in the vehicle. The one way to read a track, so that where days are kept can change behind it.
 * @param most reads no more than these, the earliest
 */
export async function readTrack(
  database: Queryable,
  vehicleId: number,
  from: Date,
  to: Date,
  most: number | null = null,
): Promise<TrackPoint[]> {
  const { rows } = await database.query<{ lat: number; lon: number; fix_ms: number; speed_dkph: number }>(
    `SELECT p.lat, p.lon, (extract(epoch FROM p.fix_time) * 1000)::float8 AS fix_ms, p.speed_dkph
       FROM installations i
       JOIN positions p ON p.device_id = i.device_id
        AND p.fix_time >= greatest(i.installed_at, $2)
        AND p.fix_time < least(coalesce(i.removed_at, 'infinity'), $3)
      WHERE i.vehicle_id = $1 AND p.fix_time >= $2 AND p.fix_time < $3 AND p.flags & 1 = 1
      ORDER BY p.fix_time LIMIT $4`,
    [vehicleId, from, to, most],
  );
  return rows.map((row) => ({
    lat: row.lat / 1e7,
    lon: row.lon / 1e7,
    fixTime: row.fix_ms,
    speedKph: row.speed_dkph / 10,
  }));
}
