import type { ReportedLocation } from '@milepost/tracking/runs/expected';
import { POSITION_FLAG } from '@milepost/tracking/position';
import type { Queryable } from '../database.ts';

/**
 * The last positions of the vehicles of runs, by run. Data from before the installation of a device would show another
 * vehicle, or a storage shelf. A vehicle in private time is left out.
 */
export async function readWhereabouts(
  db: Queryable,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, ReportedLocation>> {
  const { rows } = await db.query<{ id: number; at: number; lat: number; lon: number }>(
    `SELECT DISTINCT ON (u.id) u.id, (extract(epoch FROM s.fix_time) * 1000)::float8 AS at,
            (s.lat / 1e7)::float8 AS lat, (s.lon / 1e7)::float8 AS lon
       FROM route_runs u JOIN installations i ON i.vehicle_id = u.vehicle_id AND i.removed_at IS NULL
       JOIN device_states s ON s.device_id = i.device_id
      WHERE u.id = ANY($1) AND s.lat IS NOT NULL AND s.fix_time >= i.installed_at
        AND coalesce(s.flags, 0) & ${POSITION_FLAG.private} = 0 ORDER BY u.id, s.fix_time DESC`,
    [runIds],
  );
  return new Map(rows.map(({ id, at, lat, lon }) => [id, { at, place: { lat, lon } }]));
}
