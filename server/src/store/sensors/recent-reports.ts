import type { AnyReport } from '@milepost/tracking/report';
import type { Queryable } from '../database.ts';
import { readReports } from '../tracks/reports.ts';

/** The reports of a vehicle's device in the last seconds before its newest one, while it was installed. */
export async function readRecentReports(db: Queryable, vehicleId: number, seconds: number): Promise<AnyReport[]> {
  const { rows } = await db.query<{ deviceId: number; from: Date; to: Date }>(
    `SELECT d.device_id AS "deviceId", greatest(d.installed_at, d.newest - make_interval(secs => $2)) AS "from",
            d.newest + interval '1 ms' AS "to"
     FROM (SELECT i.device_id, i.installed_at,
                  greatest(s.fix_time, (SELECT max(r.reported_at) FROM status_reports r
                    WHERE r.device_id = i.device_id AND r.reported_at BETWEEN s.fix_time AND s.heard_at)) AS newest
           FROM installations i JOIN device_states s ON s.device_id = i.device_id
           WHERE i.vehicle_id = $1 AND i.removed_at IS NULL AND s.heard_at >= i.installed_at) d
     WHERE d.newest >= d.installed_at`,
    [vehicleId, seconds],
  );
  const range = rows[0];
  return range ? readReports(db, range.deviceId, range.from, range.to) : [];
}
